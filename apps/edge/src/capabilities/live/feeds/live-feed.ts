import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';

export interface FeedState {
  state: 'live' | 'stalled' | 'offline';
  cause: ErrorCode | null;
  lastUnitUtcMs: number | null;
}

/** What a viewer hears of a stream, in this order: config, burst, units, (config, units), with states in between. */
export interface LiveListener {
  config: (config: StreamConfig) => void;
  /** The cached units from the last keyframe on, all at once; never empty. */
  burst: (units: readonly MediaUnit[]) => void;
  unit: (unit: MediaUnit) => void;
  state: (state: FeedState) => void;
}

/** A stream that any number of viewers share. */
export interface LiveFeed {
  /** What the last configuration was, also while nobody watches; null before the first. */
  lastConfig(): StreamConfig | null;
  state(): FeedState;
  /** Arrival of a picture of tick 0 of the units' time line, had nothing held it up, UTC ms; null before the first. */
  zeroUtcMs(): number | null;
  /** Calls the listener at once with what is known, then with what comes. The answer ends it. */
  join(listener: LiveListener): () => void;
}

/** What a source of units tells its feed. */
export interface UnitEvents {
  config: (config: StreamConfig) => void;
  unit: (unit: MediaUnit) => void;
  status: (status: { isOnline: boolean; cause: ErrorCode | null }) => void;
}

/** Begins to deliver a stream's units: configuration and cached units first. The answer ends it. */
export type SubscribeUnits = (events: UnitEvents) => () => void;
