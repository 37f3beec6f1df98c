//! Schedules of practice, as the rule and as the store know them.

use krog_advisor::practice;
use krog_store::Schedule;

/// A schedule as it is kept.
pub fn kept(schedule: practice::Schedule) -> Schedule {
    Schedule {
        due: schedule.due,
        interval: schedule.interval,
        ease: schedule.ease,
        streak: schedule.streak,
        lapses: schedule.lapses,
    }
}

/// A schedule as the rule knows it.
pub fn own(schedule: Schedule) -> practice::Schedule {
    practice::Schedule {
        due: schedule.due,
        interval: schedule.interval,
        ease: schedule.ease,
        streak: schedule.streak,
        lapses: schedule.lapses,
    }
}
