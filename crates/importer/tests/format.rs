//! The bytes of `docs/formats.md`: the example that is decoded there by hand.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{env, fs, num::NonZero};

use krog_importer::{Choice, Origin, Progress, Settings, import};
use krog_store::{Embedded, MAIN};

const GAMES: &str = "[Event \"a\"]\n[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"1500\"]\n\
    [BlackElo \"1600\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
    [Event \"b\"]\n[White \"C\"]\n[Black \"D\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n";

const SEGMENT: &str = "\
    6b726f67207365676d656e7420320d0a9cfc911618963b4600ffff06010c0704\
    0001fa89fdb38ea7c1803cffff0902b288020134890200a3d289010748c1f8bc\
    8f159f139487b508bf77d8d1783b82dc0540060501000000100000000000006c\
    76e150580fb2e3b3b768bcbb76268400000000000100000010000000000100d1\
    d46d5c3fa0563d019cfc911618963b462f000000000000800000000000000000\
    0000000000000010010000000000000000000040040000000000000010000000\
    000000000000400010000000000000000000000001bc8f159f139487b508bf77\
    d8d1783b824d8bec17df385a9587000000000000000200000000000000030000\
    000000000002000000000000001d010000000000008933c13221786cbc";

#[test]
fn a_segment_is_written_as_documented() {
    let folder = env::temp_dir().join(format!("krog-format-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.pgn");
    fs::write(&file, GAMES).unwrap();
    let store = Embedded::create(&folder.join("store")).unwrap();
    let settings = Settings {
        collection: MAIN.to_owned(),
        choice: Choice::default(),
        max_ply: None,
        keep_games: true,
        memory: 1 << 20,
        threads: NonZero::<usize>::MIN,
    };
    import(
        &store,
        &[Origin::Path(file)],
        &settings,
        &Progress::default(),
    )
    .unwrap();
    let bytes = fs::read(folder.join("store/segments/00000001.seg")).unwrap();
    let text: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(text.concat(), SEGMENT);
}
