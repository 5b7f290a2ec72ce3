import { startPatientTimeout } from '@sightline/node-io/timers/patient-timeout';
import type { PatientTimeout } from '@sightline/node-io/timers/patient-timeout';
import { createTimeReader } from './process-time.ts';

/** However busy the machine is: somebody waits for the answer. */
const longestTimes = 5;
const nearlyAll = 0.9;
const minCheckMs = 50;

/** Calls `end` when the process has had `limitMs` of time itself: not what it waited for a processor, not what this process slept through. */
export function startOwnTimeLimit(pid: number, limitMs: number, end: () => void): Pick<PatientTimeout, 'stop'> {
  const readTime = createTimeReader(pid);
  readTime();
  const startedAtMs = performance.now();
  let checkedAtMs = startedAtMs;
  let ownMs = 0;
  const check = (): void => {
    const nowMs = performance.now();
    ownMs = Math.max(0, ownMs + nowMs - checkedAtMs - (readTime()?.waitedMs ?? 0));
    checkedAtMs = nowMs;
    if (ownMs >= limitMs * nearlyAll || nowMs - startedAtMs > limitMs * longestTimes) return end();
    timer = startPatientTimeout(check, Math.max(minCheckMs, limitMs - ownMs));
  };
  let timer = startPatientTimeout(check, limitMs);
  return { stop: () => timer.stop() };
}
