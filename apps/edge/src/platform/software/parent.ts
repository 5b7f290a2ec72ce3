import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { SoftwareOrder } from './software-state.ts';

/** What the edge tells the program that started it: `./sightline up`, or its launcher, which alone understands `software`. */
export type ToParent =
  | { type: 'software.switch'; order: SoftwareOrder }
  | { type: 'software.proved' }
  | { type: 'software.unfit'; cause: ErrorCode }
  | { type: 'step'; name: string; elapsedMs: number }
  | { type: 'ready'; url: string }
  | { type: 'failed'; code: string; message: string };

/** What a launcher tells the core that it runs. */
export type FromLauncher =
  | { type: 'software.settled' }
  /** End, but for the recorder: another version begins at once and takes its place. */
  | { type: 'software.switching' }
  | null;

/** Tells the parent, when there is one. */
export function notifyParent(message: ToParent): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
