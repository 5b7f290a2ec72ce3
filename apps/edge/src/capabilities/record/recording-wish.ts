import type { GapCause } from './record-messages.ts';

/**
 * `on`: everything is written. `motion`, `objects`: what judgements call for. `off`: switched off by people. `not_scheduled`:
 * outside of the hours that are wanted. `not_stored`: the camera's other stream is.
 */
export type RecordingMode = 'on' | 'motion' | 'objects' | 'off' | 'not_scheduled' | 'not_stored';

/** What is wanted of the footage of a stream. */
export interface RecordingWish {
  mode: RecordingMode;
  preRollMs: number;
  postRollMs: number;
  recordsAudio: boolean;
}

/** A wish with everything at its default. */
export const plainWish = (mode: RecordingMode): RecordingWish => ({
  mode,
  preRollMs: 5000,
  postRollMs: 15_000,
  recordsAudio: true,
});

export const isSelective = (wish: Pick<RecordingWish, 'mode'> | null): boolean =>
  wish?.mode === 'motion' || wish?.mode === 'objects';

export const isWriting = (wish: Pick<RecordingWish, 'mode'> | null): boolean =>
  wish?.mode === 'on' || isSelective(wish);

export const sameWish = (a: RecordingWish, b: RecordingWish): boolean =>
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
