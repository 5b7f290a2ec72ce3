import type { LiveTransport } from '@sightline/contracts/live/live';
import type { FootageStatus } from '../media/footage-player.ts';
import type { Showing } from '../media/mse-live.ts';
import type { LiveState } from './live-state.ts';

/** The way that the picture takes; none yet, or one of those of the contract. */
export type PlayerPath = 'none' | LiveTransport;

/** Everything that a tile draws. Replaced, never changed. */
export interface PlayerSnapshot {
  mode: 'live' | 'playback';
  live: LiveState;
  /** Nobody is there: nothing is fetched until somebody is. */
  isSuspended: boolean;
  /** The picture is the last one from before nobody was there; until there is a true one again. */
  hasStill: boolean;
  /** A live picture was shown since the tile opened: the poster can go. */
  hasLivePicture: boolean;
  footage: FootageStatus;
  path: PlayerPath;
  /** How old the live picture is at least, ms; null until it is known. */
  delayMs: number | null;
  showing: Pick<Showing, 'stream' | 'codec' | 'width' | 'height' | 'transcoded'> | null;
  /** What the camera hides is hidden in this picture; `whole`: with everything else, because nobody knows where it is. */
  masked: 'none' | 'parts' | 'whole';
  /** Whoever looks may ask for the picture with nothing hidden. */
  mayAskOriginals: boolean;
  /** Nothing is hidden, because it was asked for. */
  showsOriginals: boolean;
  isMuted: boolean;
  hasAudio: boolean;
  rate: number;
  isPlaying: boolean;
  skipsGaps: boolean;
  /** Stream that playback reads. */
  stream: 'main' | 'sub';
  /** The core converts for playback what this browser cannot play. */
  isConverted: boolean;
  /** Times of the first pictures, for those who measure. */
  firstLiveFrameMs: number | null;
  lastSeek: { askedUtcMs: number; shownUtcMs: number; afterMs: number } | null;
}

export const firstSnapshot: PlayerSnapshot = {
  mode: 'live',
  live: { phase: 'connecting' },
  isSuspended: false,
  hasStill: false,
  hasLivePicture: false,
  footage: { phase: 'paused', gap: null, cause: null },
  path: 'none',
  delayMs: null,
  showing: null,
  masked: 'none',
  mayAskOriginals: false,
  showsOriginals: false,
  isMuted: true,
  hasAudio: false,
  rate: 1,
  isPlaying: true,
  skipsGaps: true,
  stream: 'main',
  isConverted: false,
  firstLiveFrameMs: null,
  lastSeek: null,
};

type Listener = () => void;

/** Holds the snapshot and tells those who draw it. */
export class SnapshotStore {
  #snapshot = firstSnapshot;
  readonly #listeners = new Set<Listener>();

  get = (): PlayerSnapshot => this.#snapshot;

  subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(change: Partial<PlayerSnapshot>): void {
    const known = this.#snapshot;
    const isNew = Object.entries(change).some(([key, value]) => known[key as keyof PlayerSnapshot] !== value);
    if (!isNew) return;
    this.#snapshot = { ...known, ...change };
    for (const listener of this.#listeners) listener();
  }
}
