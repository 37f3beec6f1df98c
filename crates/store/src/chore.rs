//! Work in the background that its owner waits for or calls off.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use crate::contract::StoreError;

/// One piece of work at a time. When the chore is dropped the work is called off
/// and waited for.
#[derive(Debug, Default)]
pub(crate) struct Chore {
    thread: Mutex<Option<JoinHandle<Result<(), StoreError>>>>,
    called_off: Arc<AtomicBool>,
}

impl Chore {
    /// Begins some work if any is due and none is being done. What earlier work
    /// failed at, this will fail at and tell.
    pub(crate) fn begin(
        &self,
        due: impl FnOnce() -> bool,
        work: impl FnOnce(&AtomicBool) -> Result<(), StoreError> + Send + 'static,
    ) {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        let busy = thread.as_ref().is_some_and(|thread| !thread.is_finished());
        if busy || !due() {
            return;
        }
        let called_off = Arc::clone(&self.called_off);
        *thread = Some(thread::spawn(move || work(&called_off)));
    }

    /// Set when nobody waits for the work any more.
    pub(crate) fn called_off(&self) -> &AtomicBool {
        &self.called_off
    }

    /// Waits until nothing is being done.
    pub(crate) fn wait(&self) -> Result<(), StoreError> {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        match thread.take().map(JoinHandle::join) {
            None => Ok(()),
            Some(Ok(done)) => done,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
        }
    }
}

impl Drop for Chore {
    fn drop(&mut self) {
        self.called_off.store(true, Ordering::Relaxed);
        let _nobody_asks = self.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works until it is called off, and says so.
    fn until_called_off(ended: &Arc<AtomicBool>) -> impl FnOnce(&AtomicBool) -> Done + use<> {
        let ended = Arc::clone(ended);
        move |called_off| {
            while !called_off.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            ended.store(true, Ordering::Relaxed);
            Ok(())
        }
    }

    type Done = Result<(), StoreError>;

    #[test]
    fn work_is_called_off_and_waited_for() {
        let ended = Arc::default();
        let chore = Chore::default();
        chore.begin(|| true, until_called_off(&ended));
        drop(chore);
        assert!(ended.load(Ordering::Relaxed));
    }

    #[test]
    fn one_thing_is_done_at_a_time_and_nothing_that_is_not_due() {
        let (ended, never) = (Arc::default(), Arc::default());
        let chore = Chore::default();
        chore.begin(|| false, until_called_off(&never));
        chore.begin(|| true, until_called_off(&ended));
        chore.begin(|| true, until_called_off(&never));
        drop(chore);
        assert!(ended.load(Ordering::Relaxed) && !never.load(Ordering::Relaxed));
    }

    #[test]
    fn what_failed_is_told_once() {
        let chore = Chore::default();
        chore.begin(|| true, |_| Err(StoreError::failed("here")("no".into())));
        assert!(chore.wait().is_err());
        assert!(chore.wait().is_ok());
    }
}
