import type { ChildProcess } from 'node:child_process';
import { setClockCorrection } from '../clock.ts';

/** From a process to those that it started: what is added to the clock of the machine has changed. */
interface ClockMessage {
  type: 'clock.correct';
  correctionMs: number;
}

const children = new Set<ChildProcess>();

/** All processes of a core go by one clock: whoever starts one with `clockArguments` lets it know of every later change. */
export function shareClock(child: ChildProcess): void {
  children.add(child);
  for (const event of ['exit', 'error', 'disconnect'] as const) child.once(event, () => children.delete(child));
}

/** Puts the clock of this process right, and of all that it started. */
export function correctClock(correctionMs: number): void {
  setClockCorrection(correctionMs);
  const message: ClockMessage = { type: 'clock.correct', correctionMs };
  for (const child of children) if (child.connected) child.send(message, () => undefined);
}

/** The child's side: answers whether this was about the clock; then it is done. */
export function hearClock(message: unknown): boolean {
  const told = message as Partial<ClockMessage> | null;
  if (told?.type !== 'clock.correct') return false;
  correctClock(told.correctionMs ?? 0);
  return true;
}
