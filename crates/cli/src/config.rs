//! Settings from a file. A file gives the options of `krog serve` by their names;
//! what the command line or the environment says comes before it.
//!
//! The table of options is the command line's own: whatever `krog serve` takes
//! can stand in the file, and the reference is printed from it.

use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, anyhow};
use clap::{
    Arg, ArgAction, ArgMatches, Command, CommandFactory as _, FromArgMatches as _,
    parser::ValueSource,
};

use crate::{args::Args, outcome::Failure};

/// Commands that read the file.
const READERS: [&str; 3] = ["serve", "doctor", "config"];

/// What was told by whom.
pub(crate) struct Settings {
    matches: ArgMatches,
    file: BTreeMap<String, Vec<String>>,
}

/// Reads the command line and, for those who want it, the file.
pub(crate) fn read() -> Result<(Args, Settings), Failure> {
    let given: Vec<OsString> = env::args_os().collect();
    let mut command = Args::command();
    let mut file = BTreeMap::new();
    if let Some((name, path)) = wanted(&given) {
        file = match path {
            Some(path) => load(&path, true)?,
            None => usual().map_or_else(|| Ok(BTreeMap::new()), |path| load(&path, false))?,
        };
        command = command.mut_subcommand(name, |reader| with_defaults(reader, &file));
    }
    let matches = command.get_matches_from(given);
    let args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    Ok((args, Settings { matches, file }))
}

/// The command that wants a file, and the file if one is named.
fn wanted(given: &[OsString]) -> Option<(&'static str, Option<PathBuf>)> {
    // What is wrong with the command line is told when it is read in earnest.
    let quick = Args::command().ignore_errors(true);
    let matches = quick.try_get_matches_from(given).ok()?;
    let (name, own) = matches.subcommand()?;
    let name = READERS.into_iter().find(|reader| *reader == name)?;
    Some((name, own.get_one::<PathBuf>("config").cloned()))
}

/// The user's own file.
fn usual() -> Option<PathBuf> {
    let folder = env::var_os("XDG_CONFIG_HOME").filter(|path| !path.is_empty());
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".config"));
    let folder = folder.map(PathBuf::from).or_else(home)?;
    Some(folder.join("krog").join("krog.toml"))
}

/// Reads a file. A message names the place and never repeats a line, for there
/// may be a password in it.
fn load(path: &Path, must: bool) -> Result<BTreeMap<String, Vec<String>>, Failure> {
    let text = match fs::read_to_string(path) {
        Err(error) if !must && error.kind() == io::ErrorKind::NotFound => {
            return Ok(BTreeMap::new());
        }
        text => text.with_context(|| path.display().to_string()),
    };
    let text = text.map_err(|error| Failure::input("--config", error))?;
    let wrong = |what: String| {
        let error = anyhow!("{}: {what}", path.display());
        Failure::input("--config", error)
    };
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error
            .span()
            .map_or(1, |span| text[..span.start].lines().count().max(1));
        wrong(format!("line {line}: {}", error.message()))
    })?;
    let known: Vec<String> = options().iter().filter_map(long).collect();
    let entry = |(key, value): (String, toml::Value)| {
        if !known.contains(&key) {
            let expected = known.join(", ");
            return Err(wrong(format!("found {key:?}, expected some of {expected}")));
        }
        let values = match value {
            toml::Value::Array(items) => items.iter().map(scalar).collect(),
            value => scalar(&value).map(|value| vec![value]),
        };
        let expected = || {
            wrong(format!(
                "{key}: expected a text, a number, true or false, or a list of texts"
            ))
        };
        Ok((key.clone(), values.ok_or_else(expected)?))
    };
    table.into_iter().map(entry).collect()
}

fn scalar(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(yes) => Some(yes.to_string()),
        _ => None,
    }
}

/// A command whose options are what the file says, unless told otherwise.
fn with_defaults(command: Command, file: &BTreeMap<String, Vec<String>>) -> Command {
    let ids: Vec<(String, String)> = command
        .get_arguments()
        .filter_map(|arg| Some((arg.get_id().to_string(), long(arg)?)))
        .collect();
    ids.into_iter().fold(command, |command, (id, name)| {
        match file.get(&name).filter(|values| !values.is_empty()) {
            Some(values) => command.mut_arg(id, |arg| arg.default_values(values.clone())),
            None => command,
        }
    })
}

/// The options of the service.
fn options() -> Vec<Arg> {
    let command = Args::command();
    let serve = command.find_subcommand("serve").into_iter();
    let options = serve.flat_map(Command::get_arguments);
    options
        .filter(|arg| !["config", "help", "version"].contains(&arg.get_id().as_str()))
        .cloned()
        .collect()
}

fn long(arg: &Arg) -> Option<String> {
    arg.get_long().map(str::to_owned)
}

impl Settings {
    /// The settings as TOML, or what can be set.
    pub(crate) fn text(&self, reference: bool) -> String {
        if reference {
            return self::reference();
        }
        let lines = options().into_iter().filter_map(|arg| self.line(&arg));
        lines.collect::<Vec<String>>().join("\n")
    }

    /// An option, its value, and who said so. A secret is only told to be there.
    fn line(&self, arg: &Arg) -> Option<String> {
        let name = long(arg)?;
        let (_, own) = self.matches.subcommand()?;
        let id = arg.get_id().as_str();
        let values: Vec<String> = own
            .get_raw(id)
            .into_iter()
            .flatten()
            .map(|value| value.to_string_lossy().into_owned())
            .collect();
        let source = match own.value_source(id) {
            Some(ValueSource::CommandLine) => "command line",
            Some(ValueSource::EnvVariable) => "environment",
            Some(_) if self.file.contains_key(&name) => "file",
            _ => "default",
        };
        Some(match (arg.is_hide_env_values_set(), &values[..]) {
            (_, []) => format!("# {name} is not set"),
            (true, _) => format!("# {name} is set ({source})"),
            (false, [value]) if !is_list(arg) => format!("{name} = {} # {source}", written(value)),
            (false, values) => {
                let values: Vec<String> = values.iter().map(|value| written(value)).collect();
                format!("{name} = [{}] # {source}", values.join(", "))
            }
        })
    }
}

fn is_list(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
}

/// A value as TOML writes it.
fn written(value: &str) -> String {
    if value.parse::<i64>().is_ok() || ["true", "false"].contains(&value) {
        return value.to_owned();
    }
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

/// What can be set, as Markdown.
fn reference() -> String {
    let mut text = String::from(REFERENCE);
    for arg in options() {
        let Some(name) = long(&arg) else { continue };
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let variable = arg.get_env().map(|env| env.to_string_lossy().into_owned());
        let defaults = arg.get_default_values().iter();
        let defaults: Vec<String> = defaults
            .map(|value| written(&value.to_string_lossy()))
            .collect();
        let usual = match &defaults[..] {
            [] => "not set".to_owned(),
            values => format!("`{}`", values.join(", ")),
        };
        let _strings_do_not_fail = writeln!(
            text,
            "| `{name}` | `{}` | {usual} | {} |",
            variable.unwrap_or_default(),
            help.replace('\n', " ").replace('|', "\\|"),
        );
    }
    text.trim_end().to_owned()
}

const REFERENCE: &str = "\
# Configuration

Every option of `krog serve` can be given in three ways under one name: as a flag
(`--rate 50`), as a variable of the environment (`KROG_RATE=50`), or in a TOML file
(`rate = 50`). A flag comes before a variable, a variable before the file, the file
before the default. A list is `[\"a\", \"b\"]` in the file and `a,b` elsewhere.

The file is named by `--config` or `KROG_CONFIG`; unless told it is
`$XDG_CONFIG_HOME/krog/krog.toml`, if that is there. `krog serve`, `krog doctor` and
`krog config` read it; `krog config` prints what holds and who said so.

This page is printed by `krog config --reference`.

| name | variable | default | what it is |
|---|---|---|---|
";
