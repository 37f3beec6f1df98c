//! Takes the games out of an answer as it comes in: one JSON object after the
//! other, or the objects of a list in one object. No more than one game is in
//! memory at a time.

use serde_json::Value;

use super::{ask::Pieces, trouble::TroubleKind};
use crate::run::Progress;

/// The largest object that is read, in bytes. The longest games with clocks and
/// evaluations take some hundred thousand.
const LARGEST: usize = 4 << 20;

/// The deepest object that is read.
const DEEPEST: usize = 64;

/// Where the games lie in an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// One object after the other, as in NDJSON.
    Objects,
    /// In a list: `{"games": [{…}, {…}]}`.
    List,
}

impl Shape {
    /// The brackets around a game.
    fn around(self) -> &'static [u8] {
        match self {
            Shape::Objects => b"",
            Shape::List => b"{[",
        }
    }

    fn expected(self) -> &'static str {
        match self {
            Shape::Objects => "JSON objects, one to a line",
            Shape::List => "a JSON object with a list",
        }
    }
}

/// Whether a byte belongs to a text, where brackets mean nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Text {
    Outside,
    Inside,
    /// After a backslash.
    Escaped,
}

/// Cuts objects out of bytes.
#[derive(Debug)]
struct Cutter {
    shape: Shape,
    /// The brackets that are open.
    open: Vec<u8>,
    /// What there is of an object.
    object: Vec<u8>,
    in_object: bool,
    text: Text,
    /// Whether the place where games lie was seen.
    seen: bool,
}

impl Cutter {
    fn new(shape: Shape) -> Cutter {
        Cutter {
            shape,
            open: Vec::new(),
            object: Vec::new(),
            in_object: false,
            text: Text::Outside,
            seen: shape == Shape::Objects,
        }
    }

    /// Takes a byte; true if it ends an object.
    fn take(&mut self, byte: u8) -> Result<bool, TroubleKind> {
        if byte == b'{'
            && !self.in_object
            && self.text == Text::Outside
            && self.open == self.shape.around()
        {
            self.in_object = true;
            self.object.clear();
        }
        if self.in_object {
            if self.object.len() >= LARGEST {
                return Err(TroubleKind::TooLarge);
            }
            self.object.push(byte);
        }
        if self.text != Text::Outside {
            self.text = match (self.text, byte) {
                (Text::Inside, b'"') => Text::Outside,
                (Text::Inside, b'\\') => Text::Escaped,
                _ => Text::Inside,
            };
            return Ok(false);
        }
        let garbage = TroubleKind::Garbage(self.shape.expected());
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {}
            b'{' | b'[' if self.open.len() >= DEEPEST => return Err(garbage),
            b'[' if self.open.is_empty() => return Err(garbage),
            b'{' | b'[' => {
                self.open.push(byte);
                self.seen |= self.open == self.shape.around();
            }
            b'}' | b']' => {
                let opened = if byte == b'}' { b'{' } else { b'[' };
                if self.open.pop() != Some(opened) {
                    return Err(garbage);
                }
                let ends = self.in_object && self.open == self.shape.around();
                self.in_object &= !ends;
                return Ok(ends);
            }
            _ if self.open.is_empty() => return Err(garbage),
            b'"' => self.text = Text::Inside,
            _ => {}
        }
        Ok(false)
    }

    /// What is wrong with an answer that ends here.
    fn end(&self) -> Result<(), TroubleKind> {
        if !self.open.is_empty() {
            return Err(TroubleKind::BrokeOff);
        }
        if !self.seen {
            return Err(TroubleKind::Garbage(self.shape.expected()));
        }
        Ok(())
    }
}

/// The objects of an answer.
#[derive(Debug)]
pub(super) struct Objects {
    pieces: Pieces,
    piece: Vec<u8>,
    at: usize,
    cutter: Cutter,
}

impl Objects {
    pub(super) fn new(pieces: Pieces, shape: Shape) -> Objects {
        Objects {
            pieces,
            piece: Vec::new(),
            at: 0,
            cutter: Cutter::new(shape),
        }
    }

    /// The next object: none at the end, and none if the import was stopped.
    pub(super) fn next(&mut self, progress: &Progress) -> Result<Option<Value>, TroubleKind> {
        loop {
            while let Some(byte) = self.piece.get(self.at) {
                self.at += 1;
                if self.cutter.take(*byte)? {
                    let object = serde_json::from_slice(&self.cutter.object);
                    let garbage = TroubleKind::Garbage(self.cutter.shape.expected());
                    return object.map(Some).map_err(|_| garbage);
                }
            }
            match self.pieces.next(progress)? {
                Some(piece) => (self.piece, self.at) = (piece, 0),
                None if progress.stopped() => return Ok(None),
                None => return self.cutter.end().map(|()| None),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// Any JSON, with the signs in its texts that could mislead.
    fn json() -> impl Strategy<Value = Value> {
        let text = "[a\\\\\"{}\\[\\]é\n]{0,8}";
        let leaf = prop_oneof![
            any::<i64>().prop_map(Value::from),
            any::<bool>().prop_map(Value::from),
            text.prop_map(Value::from),
            Just(Value::Null),
        ];
        leaf.prop_recursive(4, 24, 4, move |inner| {
            let object = prop::collection::btree_map(text, inner.clone(), 0..4);
            prop_oneof![
                prop::collection::vec(inner, 0..4).prop_map(Value::from),
                object.prop_map(|map| map.into_iter().collect::<Value>()),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_put_in_comes_out(games in prop::collection::vec(json(), 0..5), pretty: bool) {
            let games: Vec<Value> = games.into_iter().map(|game| json!({ "g": game })).collect();
            let write = |value: &Value| if pretty {
                serde_json::to_string_pretty(value).expect("text")
            } else {
                value.to_string()
            };
            let expected: Vec<String> = games.iter().map(write).collect();
            let lines: String = expected.iter().flat_map(|game| [game.as_str(), "\n"]).collect();
            prop_assert_eq!(cut(Shape::Objects, &lines), &expected[..]);
            let list = write(&json!({ "a": {"b": [{}]}, "games": games, "z": 1 }));
            let found: Vec<Value> = cut(Shape::List, &list)
                .iter()
                .map(|game| serde_json::from_str(game).expect("JSON"))
                .collect();
            prop_assert_eq!(found, games);
        }
    }

    /// The objects, then what is wrong if something is.
    fn cut(shape: Shape, text: &str) -> Vec<String> {
        let mut cutter = Cutter::new(shape);
        let mut found = Vec::new();
        for byte in text.bytes() {
            match cutter.take(byte) {
                Ok(true) => found.push(String::from_utf8_lossy(&cutter.object).into_owned()),
                Ok(false) => {}
                Err(trouble) => {
                    found.push(trouble.name().to_owned());
                    return found;
                }
            }
        }
        found.extend(cutter.end().err().map(|trouble| trouble.name().to_owned()));
        found
    }

    #[track_caller]
    fn check(shape: Shape, text: &str, expected: &[&str]) {
        assert_eq!(cut(shape, text), expected, "{text}");
    }

    #[test]
    fn objects_follow_one_another() {
        check(Shape::Objects, "", &[]);
        check(
            Shape::Objects,
            "\n\n{\"a\":1}\n\n{}\n",
            &["{\"a\":1}", "{}"],
        );
        check(
            Shape::Objects,
            r#"{"a":{"b":"}\"{\\"}}{"c":[{}]}"#,
            &[r#"{"a":{"b":"}\"{\\"}}"#, r#"{"c":[{}]}"#],
        );
        check(
            Shape::Objects,
            "{\"a\":1}\n{\"b\":",
            &["{\"a\":1}", "broke-off"],
        );
        check(Shape::Objects, "<html>", &["garbage"]);
        check(Shape::Objects, "[{}]", &["garbage"]);
        check(Shape::Objects, "{]", &["garbage"]);
        check(Shape::Objects, &"{\"a\":".repeat(80), &["garbage"]);
    }

    #[test]
    fn lists_lie_in_an_object() {
        check(Shape::List, "{\"games\":[]}", &[]);
        check(
            Shape::List,
            r#" {"of": {"a": {}}, "games" : [ {"b":"]}"} , {"c":[{}]} ], "d": "{[{" }"#,
            &[r#"{"b":"]}"}"#, r#"{"c":[{}]}"#],
        );
        check(Shape::List, "", &["garbage"]);
        check(Shape::List, "{\"message\":\"no\"}", &["garbage"]);
        check(Shape::List, "{\"games\":[{},", &["{}", "broke-off"]);
    }

    #[test]
    fn what_does_not_end_is_cut_off() {
        let mut cutter = Cutter::new(Shape::Objects);
        cutter.take(b'{').expect("a start");
        let end = (0..2 * LARGEST).find_map(|_| cutter.take(b'1').err());
        assert_eq!(end, Some(TroubleKind::TooLarge));
    }
}
