import type { GapCause } from '../footage/record-messages.ts';

/**
 * `on`: everything is written. `motion`, `objects`: what judgements call for. `off`: switched off by people. `not_scheduled`:
 * outside of the hours that are wanted. `not_stored`: the camera's other stream is.
 */
export type RecordingMode = 'on' | 'motion' | 'objects' | 'off' | 'not_scheduled' | 'not_stored';

/** What is wanted of the footage of a stream. */
export interface RecordingTarget {
  mode: RecordingMode;
  preRollMs: number;
  postRollMs: number;
  recordsAudio: boolean;
}

/** A wish with everything at its default. */
export const plainTarget = (mode: RecordingMode): RecordingTarget => ({
  mode,
  preRollMs: 5000,
  postRollMs: 15_000,
  recordsAudio: true,
});

export const isSelective = (target: Pick<RecordingTarget, 'mode'> | null): boolean =>
  target?.mode === 'motion' || target?.mode === 'objects';

export const isWriting = (target: Pick<RecordingTarget, 'mode'> | null): boolean =>
  target?.mode === 'on' || isSelective(target);

export const sameTarget = (a: RecordingTarget, b: RecordingTarget): boolean =>
  a.mode === b.mode &&
  a.preRollMs === b.preRollMs &&
  a.postRollMs === b.postRollMs &&
  a.recordsAudio === b.recordsAudio;

/** Why there is no footage in this mode; null where the source says it. */
export function causeOfMode(mode: RecordingMode): GapCause | null {
  if (mode === 'off') return 'recording_off';
  if (mode === 'not_stored') return 'stream_not_stored';
  return mode === 'not_scheduled' ? 'not_scheduled' : null;
}
