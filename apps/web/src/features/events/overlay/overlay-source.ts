import type { LiveBoxes } from './live-boxes-at.ts';

/** The picture that boxes lie over; the page joins it with a player. Instants are UTC ms of the core's capture clock. */
export interface OverlaySource {
  isLive: boolean;
  /** Instant of the picture on screen, null while it is not known. */
  pictureUtcMs: () => number | null;
  /** Calls for every picture that comes on screen until the returned function is called. */
  onPicture: (listener: (utcMs: number) => void) => () => void;
  /** Size of the picture in its own pixels, null before the first. */
  pictureSize: () => { width: number; height: number } | null;
  /** What the core told of live tracks lately, ascending. */
  liveBoxes: () => readonly LiveBoxes[];
  /** Whether live tracks shall be told. */
  wantLive: (isWanted: boolean) => void;
}
