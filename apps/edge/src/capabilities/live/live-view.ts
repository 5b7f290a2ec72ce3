import type { MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import type { ChoiceRequest } from './feeds/camera-feeds.ts';
import type { FeedState, LiveFeed } from './feeds/live-feed.ts';
import type { TrackChoice } from './feeds/track-choice.ts';
import type { ViewerFeeds } from './feeds/viewer-feeds.ts';

/** What one viewer gets, in order: showing, burst, units, (showing ...), with states in between. */
export interface LiveViewEvents {
  showing: (config: StreamConfig, choice: TrackChoice) => void;
  burst: (units: readonly MediaUnit[]) => void;
  unit: (unit: MediaUnit) => void;
  state: (state: FeedState) => void;
}

/** One viewer's picture of one camera: follows the choice of stream and changes over when a stream's format changes. */
export class LiveView {
  readonly #feeds: ViewerFeeds;
  readonly #events: LiveViewEvents;
  #request: ChoiceRequest | null = null;
  #choice: TrackChoice | null = null;
  #feed: LiveFeed | null = null;
  #leave: (() => void) | null = null;
  /** Rises with every change of mind, so that a late answer to an older wish is ignored. */
  #turn = 0;

  constructor(feeds: ViewerFeeds, events: LiveViewEvents) {
    this.#feeds = feeds;
    this.#events = events;
  }

  /** Shows what is wished for from now on. Resolves when the stream was joined. */
  async show(request: ChoiceRequest): Promise<void> {
    const turn = ++this.#turn;
    this.#request = request;
    const choice = await this.#feeds.choose(request);
    if (turn === this.#turn) this.#join(choice);
  }

  /** Sends the cached pictures once more, for a viewer that lost its picture. */
  refresh(): void {
    if (this.#choice) this.#join(this.#choice);
  }

  /** Arrival of a picture of tick 0 of the units' time line, had nothing held it up, UTC ms; null before the first. */
  zeroUtcMs(): number | null {
    return this.#feed?.zeroUtcMs() ?? null;
  }

  close(): void {
    this.#turn++;
    this.#request = null;
    this.#leave?.();
    this.#leave = null;
  }

  #join(choice: TrackChoice): void {
    const feed = this.#feeds.feed(choice);
    const turn = ++this.#turn;
    const leaveOld = this.#leave;
    this.#choice = choice;
    this.#feed = feed;
    this.#leave =
      feed === null
        ? null
        : feed.join({
            config: (config) => this.#configured(turn, config),
            burst: (units) => turn === this.#turn && this.#events.burst(units),
            unit: (unit) => turn === this.#turn && this.#events.unit(unit),
            state: (state) => turn === this.#turn && this.#events.state(state),
          });
    leaveOld?.();
    if (feed === null) this.#events.state({ state: 'offline', cause: 'stream_offline', lastUnitUtcMs: null });
  }

  #configured(turn: number, config: StreamConfig): void {
    if (turn !== this.#turn || this.#request === null || this.#choice === null) return;
    const better = this.#choice.transcode ? null : this.#feeds.chooseKnown(this.#request);
    if (better !== null && (better.kind !== this.#choice.kind || better.transcode !== this.#choice.transcode)) {
      // After the feed has told everybody: joining another one from inside its call would mix up the order.
      queueMicrotask(() => turn === this.#turn && this.#join(better));
      return;
    }
    this.#events.showing(config, this.#choice);
  }
}
