import type { LiveTrack, PresentThing } from './recogniser.ts';

/** Where the tracks of a camera were at `atUtcMs`, the clock that footage is filed under. An empty list clears the picture. */
export interface LiveBoxes {
  cameraId: string;
  atUtcMs: number;
  /** How long this holds: until the core looks again, at the latest. */
  holdMs: number;
  tracks: LiveTrack[];
  /** Everything until then was looked at: all that may be there. Null (or not said) when that is not known; only of cameras that hide objects. */
  present?: PresentThing[] | null;
}
