import { startPatientTimeout } from '@sightline/node-io/timers/patient-timeout';
import type { PatientTimeout } from '@sightline/node-io/timers/patient-timeout';
import { createTimeReader } from './process-time.ts';

/** However busy the machine is: somebody waits for the answer. */
const longestTimes = 5;
const nearlyAll = 0.9;
const minLookMs = 50;

/** Calls `end` when the process has had `limitMs` of time itself: not what it waited for a processor, not what this process slept through. */
export function startOwnTimeLimit(pid: number, limitMs: number, end: () => void): Pick<PatientTimeout, 'stop'> {
  const readTime = createTimeReader(pid);
  readTime();
  const startedAtMs = performance.now();
  let lookedAtMs = startedAtMs;
  let ownMs = 0;
  const look = (): void => {
    const nowMs = performance.now();
    ownMs = Math.max(0, ownMs + nowMs - lookedAtMs - (readTime()?.waitedMs ?? 0));
    lookedAtMs = nowMs;
    if (ownMs >= limitMs * nearlyAll || nowMs - startedAtMs > limitMs * longestTimes) return end();
    timer = startPatientTimeout(look, Math.max(minLookMs, limitMs - ownMs));
  };
  let timer = startPatientTimeout(look, limitMs);
  return { stop: () => timer.stop() };
}
