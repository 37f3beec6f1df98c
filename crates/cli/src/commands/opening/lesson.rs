//! A lesson as text.

use krog_chess::Color;
use krog_insight::Principle;
use krog_stats::teaching::Lesson;
use krog_text::{Args, Language, list};

use super::MESSAGES;

/// The name of an opening with the lesson below it, if there is one.
pub(super) fn below(name: &str, lesson: Option<&Lesson>, language: Language) -> String {
    match lesson {
        Some(lesson) => format!("{name}\n\n{}", text(lesson, language)),
        None => name.to_owned(),
    }
}

fn text(lesson: &Lesson, language: Language) -> String {
    let title = Args::new()
        .text("opening", lesson.opening.to_string())
        .text("moves", lesson.line.to_string());
    let mut rows = vec![
        MESSAGES.text(language, "lesson-title", &title),
        format!("{}  {}", lesson.sign.symbol(), lesson.verdict.get(language)),
    ];
    let mut section = |heading: &str, sentences: Vec<&str>| {
        rows.push(String::new());
        rows.push(MESSAGES.text(language, heading, &Args::new()));
        rows.extend(sentences.into_iter().map(|it| format!("  - {it}")));
    };
    let ideas = lesson.ideas.iter().map(|it| it.get(language));
    section("lesson-ideas", ideas.collect());
    for (side, heading) in [
        (Color::White, "lesson-white"),
        (Color::Black, "lesson-black"),
    ] {
        let plans = lesson.plans_of(side).map(|it| it.text.get(language));
        section(heading, plans.collect());
    }
    rows.push(String::new());
    let args = Args::new().text("names", principles(lesson, language));
    rows.push(MESSAGES.text(language, "lesson-principles", &args));
    rows.join("\n")
}

/// The names of the principles at work.
fn principles(lesson: &Lesson, language: Language) -> String {
    let known = lesson.principles.iter().copied().filter_map(Principle::get);
    let names = known.map(|it| it.name().get(language).to_lowercase());
    list(language, names)
}

#[cfg(test)]
mod tests {
    use krog_stats::teaching;

    use super::*;

    #[test]
    fn every_principle_of_a_lesson_is_one_of_the_fourteen() {
        for lesson in teaching::lessons() {
            for code in &lesson.principles {
                let known = Principle::get(code).is_some();
                assert!(known, "{}: {code}", lesson.opening);
            }
        }
    }

    #[test]
    fn every_lesson_is_told_in_both_languages() {
        for lesson in teaching::lessons() {
            let [en, no] = Language::ALL.map(|language| text(lesson, language));
            assert_eq!(en.lines().count(), no.lines().count());
            for (part, told) in [(&en, "White's plans"), (&no, "Hvits planer")] {
                assert!(part.contains(told), "{part}");
            }
        }
    }
}
