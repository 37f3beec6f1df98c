//! Clocks that are set forward and back, by seconds and by days, under a service
//! that lends work out and counts by them until when.

use std::thread;

use super::{Scenario, Trial, servers::millis, tally::Tally, workers::Site};

pub(super) const SCENARIO: Scenario = Scenario {
    name: "clock",
    threat: "The clock jumps under a service, forward and back; no job is stuck, nothing is lost.",
    weight: 5,
    run,
};

/// How many jumps one store sees.
const GROUP: usize = 4;

/// Jumps, in seconds: within a lease, beyond it, by hours and by days.
const JUMPS: [i64; 8] = [-259_200, -7_200, -300, -20, 20, 300, 7_200, 259_200];

fn run(trial: &Trial, tally: &mut Tally) -> Result<(), String> {
    for (number, group) in trial.faults.chunks(GROUP).enumerate() {
        let mut site = Site::open(trial, number)?;
        let Site {
            host, load, crew, ..
        } = &mut site;
        for dice in group {
            let mut dice = dice.clone();
            let jump = *dice.pick(&JUMPS).unwrap_or(&0);
            if dice.below(3) == 0 {
                load.puzzles();
            } else {
                load.review();
            }
            thread::sleep(millis(&mut dice, 0..700));
            match dice.below(3) {
                0 => {
                    host.clock.jump(jump)?;
                    tally.strike(format!("clock {jump:+} s"));
                }
                1 => {
                    let dead = dice.below(crew.running.len());
                    crew.running[dead].kill();
                    host.clock.jump(jump)?;
                    tally.strike(format!("worker killed, clock {jump:+} s"));
                }
                _ => {
                    host.die();
                    // Within a lease nobody can tell; beyond, the jobs go on at once.
                    let jump = if jump.abs() < 60 { jump * 10 } else { jump };
                    host.clock.jump(jump)?;
                    tally.strike(format!("service killed, clock {jump:+} s"));
                    tally.good("a start", host.go_on());
                }
            }
            crew.fill()?;
            load.during(|| load.check_alive(tally));
        }
        site.check(tally);
        tally.good("puzzles", site.load.found("/api/v1/puzzles"));
        site.close(tally)?;
    }
    Ok(())
}
