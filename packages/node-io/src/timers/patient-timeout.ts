/** Later than this, whoever set the timeout had no time himself. */
const lateMs = 500;
/** What came meanwhile is read within this. */
const readMs = 1_000;

/** A timeout that was set. */
export interface PatientTimeout {
  /** Counts anew from now on. */
  refresh: () => void;
  stop: () => void;
}

/**
 * A timeout for an answer of somebody else. When this process stood still (a suspended machine, a busy disk), the answer may have come
 * and lie unread: a timeout that fires late waits once more until it would have been read.
 */
export function startPatientTimeout(act: () => void, ms: number): PatientTimeout {
  let dueMs = performance.now() + ms;
  let isLate = false;
  const fire = (): void => {
    if (performance.now() - dueMs <= lateMs) return act();
    isLate = true;
    dueMs = performance.now() + readMs;
    timer = setTimeout(fire, readMs);
  };
  let timer = setTimeout(fire, ms);
  return {
    refresh: () => {
      dueMs = performance.now() + ms;
      if (!isLate) return void timer.refresh();
      clearTimeout(timer);
      isLate = false;
      timer = setTimeout(fire, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
