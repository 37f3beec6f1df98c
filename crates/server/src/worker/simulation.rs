//! A thousand workers and one service in virtual time: whether the waits of the
//! workers keep the service free, and how long work lies before it is taken.
//! `cargo test -p krog-server simulation -- --nocapture` prints the table.

use std::{cmp::Reverse, collections::BinaryHeap, collections::VecDeque};

use krog_chess::random::Dice;

use super::Pace;

/// Microseconds.
type Time = u64;

const SECOND: Time = 1_000_000;
const WORKERS: usize = 1_000;
const LEASE: Time = 60 * SECOND;
/// What the service takes for a request, one after the other: measured on the
/// embedded desk, which is the slower one.
const TAKE: Time = 1_000;
const HAND_IN: Time = 8_000;
/// An order: six positions of 300,000 nodes at a million a second.
const SEARCH: Time = 1_800_000;
/// Orders of a review of 80 positions.
const REVIEW: usize = 14;
const HOUR: Time = 3_600 * SECOND;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A review is asked for.
    Review,
    /// A worker asks for work.
    Ask(usize),
    /// A worker has searched an order that was lent at a time.
    Found {
        worker: usize,
        order: usize,
        lent: Time,
    },
    /// The lease of an order that was lent at a time is over.
    Over { order: usize, lent: Time },
}

#[derive(Clone, Copy)]
struct Order {
    added: Time,
    lent: Time,
    done: bool,
}

struct World {
    dice: Dice,
    events: BinaryHeap<Reverse<(Time, u64, Event)>>,
    number: u64,
    orders: Vec<Order>,
    waiting: VecDeque<usize>,
    paces: Vec<Pace>,
    /// The service is busy until then.
    busy: Time,
    requests: u64,
    handed_in: u64,
    again: u64,
    lengths: Vec<usize>,
    waits: Vec<Time>,
    delays: Vec<Time>,
    /// Of a thousand orders so many are lost with their worker.
    deaths: usize,
    /// Microseconds between two reviews.
    between: Time,
}

impl World {
    /// Reviews come so often that this share of the workers, in percent, is busy.
    fn new(load: Time, deaths: usize) -> World {
        let mut world = World {
            dice: Dice::new(7),
            events: BinaryHeap::new(),
            number: 0,
            orders: Vec::new(),
            waiting: VecDeque::new(),
            paces: (0..WORKERS).map(|seed| Pace::new(seed as u64)).collect(),
            busy: 0,
            requests: 0,
            handed_in: 0,
            again: 0,
            lengths: Vec::new(),
            waits: Vec::new(),
            delays: Vec::new(),
            deaths,
            between: SEARCH * REVIEW as Time * 100 / (WORKERS as Time * load),
        };
        world.at(0, Event::Review);
        // All come at once, as after a restart of the service.
        for worker in 0..WORKERS {
            world.at(0, Event::Ask(worker));
        }
        world
    }

    fn at(&mut self, time: Time, event: Event) {
        self.number += 1;
        self.events.push(Reverse((time, self.number, event)));
    }

    /// A time around another, between a half and one and a half of it.
    fn around(&mut self, time: Time) -> Time {
        time / 2 + self.dice.below(1_000) as Time * time / 1_000
    }

    /// The service is asked at a time; when it answers.
    fn serve(&mut self, now: Time, cost: Time) -> Time {
        self.requests += 1;
        self.busy = self.busy.max(now) + cost;
        self.delays.push(self.busy - now);
        self.busy
    }

    fn run(&mut self) {
        while let Some(Reverse((now, _, event))) = self.events.pop() {
            if now > HOUR {
                return;
            }
            self.happen(now, event);
        }
    }

    fn happen(&mut self, now: Time, event: Event) {
        match event {
            Event::Review => {
                for _ in 0..REVIEW {
                    self.waiting.push_back(self.orders.len());
                    self.orders.push(Order {
                        added: now,
                        lent: 0,
                        done: false,
                    });
                }
                self.lengths.push(self.waiting.len());
                let next = now + self.around(self.between);
                self.at(next, Event::Review);
            }
            Event::Ask(worker) => self.ask(now, worker),
            Event::Found {
                worker,
                order,
                lent,
            } => {
                let answered = self.serve(now, HAND_IN);
                let held = &mut self.orders[order];
                if held.lent == lent && !held.done {
                    held.done = true;
                    self.handed_in += 1;
                }
                self.at(answered, Event::Ask(worker));
            }
            Event::Over { order, lent } => {
                let held = self.orders[order];
                if held.lent == lent && !held.done {
                    self.again += 1;
                    self.waiting.push_front(order);
                }
            }
        }
    }

    fn ask(&mut self, now: Time, worker: usize) {
        let answered = self.serve(now, TAKE);
        let Some(order) = self.waiting.pop_front() else {
            let wait = self.paces[worker].idle();
            let wait = Time::try_from(wait.as_micros()).expect("a short wait");
            self.at(answered + wait, Event::Ask(worker));
            return;
        };
        self.paces[worker].worked();
        self.orders[order].lent = answered;
        self.waits.push(answered - self.orders[order].added);
        self.at(
            answered + LEASE,
            Event::Over {
                order,
                lent: answered,
            },
        );
        let searched = answered + self.around(SEARCH);
        if self.dice.below(1_000) < self.deaths {
            // It is started again after a while.
            self.at(searched + 30 * SECOND, Event::Ask(worker));
        } else {
            let lent = answered;
            self.at(
                searched,
                Event::Found {
                    worker,
                    order,
                    lent,
                },
            );
        }
    }
}

fn at<T: Copy + Ord>(values: &mut [T], percent: usize) -> T {
    values.sort_unstable();
    values[values.len() * percent / 100]
}

#[test]
#[expect(clippy::print_stdout, reason = "prints the table of docs/capacity.md")]
fn simulation_of_a_thousand_workers() {
    println!(
        "load  deaths/1000  requests/s  queue p50 p99  wait p50 p99 ms  answer p99 ms  orders  lent again"
    );
    // What the service itself can take: a hand-in and a question for each order.
    for (load, deaths, longest_wait) in [(5, 0, 1_000), (15, 0, 1_000), (15, 10, 1_000)] {
        let mut world = World::new(load, deaths);
        world.run();
        let per_second = world.requests * SECOND / HOUR;
        let queue = [50, 99].map(|percent| at(&mut world.lengths, percent));
        let waits = [50, 99].map(|percent| at(&mut world.waits, percent) / 1_000);
        let answer = at(&mut world.delays, 99) / 1_000;
        println!(
            "{load:>3}%  {deaths:>11}  {per_second:>10}  {:>9} {:>3}  {:>8} {:>3}  {answer:>13}  {:>6}  {:>10}",
            queue[0], queue[1], waits[0], waits[1], world.handed_in, world.again
        );
        let lost = world.orders.iter().filter(|order| !order.done).count();
        let open = world.waiting.len() + WORKERS;
        assert!(lost <= open + REVIEW, "{lost} orders were never done");
        assert!(
            per_second < 1_000,
            "the service is asked {per_second} times a second"
        );
        assert!(waits[0] <= longest_wait, "work lies {waits:?} ms");
    }
}
