import type { StreamConfig } from '@sightline/media/units/access-unit';
import { type CameraPrivacy, hidesAll, privacyKey } from '../../privacy/camera-privacy.ts';
import type { LiveFeed, SubscribeUnits } from './live-feed.ts';
import type { WatchableCamera } from '../../privacy/watchable-camera.ts';
import { StreamFeed } from './stream-feed.ts';
import type { ChoiceInput, TrackChoice } from './track-choice.ts';
import { chooseTrack } from './track-choice.ts';

export interface CameraFeedsOptions {
  /** Units of a stream as the camera sends them. */
  stream: (streamId: string) => SubscribeUnits;
  /** Units of a stream converted to H.264 without B-frames. */
  transcode: (streamId: string) => SubscribeUnits;
  /** Units of a stream without what its camera hides. */
  hide: (ask: { cameraId: string; streamId: string; privacy: CameraPrivacy }) => SubscribeUnits;
  nowUtcMs: () => number;
}

export type ChoiceRequest = Pick<ChoiceInput, 'wanted' | 'target' | 'transcode'>;

/** Viewers come and go; a stream stays subscribed this long after the last. */
const lingerMs = 5_000;
/** How long a first viewer waits to learn what a stream is. */
const firstLookMs = 1_500;

/** The feeds of every camera of this core, made on demand. */
export class CameraFeeds {
  readonly #options: CameraFeedsOptions;
  readonly #feeds = new Map<string, StreamFeed>();
  /** One per camera, shared by everybody who may not see originals. */
  readonly #masked = new Map<string, { key: string; feed: StreamFeed }>();
  #cameras = new Map<string, WatchableCamera>();

  constructor(options: CameraFeedsOptions) {
    this.#options = options;
  }

  /** The whole list; feeds of streams that are gone end. */
  setCameras(cameras: readonly WatchableCamera[]): void {
    this.#cameras = new Map(cameras.map((camera) => [camera.cameraId, camera]));
    const wanted = new Set(cameras.flatMap((camera) => camera.streams.map((stream) => stream.streamId)));
    for (const [key, feed] of this.#feeds) {
      if (wanted.has(key.split('/')[0]!)) continue;
      feed.stop();
      this.#feeds.delete(key);
    }
    for (const [cameraId, { key, feed }] of this.#masked) {
      if (key === this.#maskedKey(cameraId)) continue;
      feed.stop();
      this.#masked.delete(cameraId);
    }
  }

  /** What a camera hides; null when that is nothing. One that is not known hides all. */
  privacyOf(cameraId: string): CameraPrivacy | null {
    const camera = this.#cameras.get(cameraId);
    return camera === undefined ? hidesAll : camera.privacy;
  }

  /** Which stream is shown without what the camera hides: the smaller one, because it is decoded and encoded all the time. */
  maskedKind(cameraId: string): 'main' | 'sub' {
    return this.streamId(cameraId, 'sub') === null ? 'main' : 'sub';
  }

  /** The picture without what the camera hides; null when it has no stream or hides nothing. */
  maskedFeed(cameraId: string): LiveFeed | null {
    const streamId = this.streamId(cameraId, this.maskedKind(cameraId));
    const privacy = this.privacyOf(cameraId);
    if (streamId === null || privacy === null) return null;
    const known = this.#masked.get(cameraId);
    if (known) return known.feed;
    const feed = new StreamFeed({
      subscribe: this.#options.hide({ cameraId, streamId, privacy }),
      nowUtcMs: this.#options.nowUtcMs,
      lingerMs,
    });
    this.#masked.set(cameraId, { key: this.#maskedKey(cameraId), feed });
    return feed;
  }

  has(cameraId: string): boolean {
    return this.#cameras.has(cameraId);
  }

  /** Where footage asked for by kind lies: that of a stream that is not written is the other one's. */
  footageId(cameraId: string, kind: 'main' | 'sub'): string | null {
    return (
      this.#cameras.get(cameraId)?.streams.find((stream) => stream.kind === kind)?.footageId ??
      this.streamId(cameraId, kind)
    );
  }

  streamId(cameraId: string, kind: 'main' | 'sub'): string | null {
    return this.#cameras.get(cameraId)?.streams.find((stream) => stream.kind === kind)?.streamId ?? null;
  }

  /** The feed of a choice, or null when the camera has no such stream. */
  feed(cameraId: string, choice: TrackChoice): LiveFeed | null {
    const streamId = this.streamId(cameraId, choice.kind);
    if (streamId === null) return null;
    const key = choice.transcode ? `${streamId}/transcoded` : streamId;
    const known = this.#feeds.get(key);
    if (known) return known;
    const subscribe = choice.transcode ? this.#options.transcode(streamId) : this.#options.stream(streamId);
    const feed = new StreamFeed({ subscribe, nowUtcMs: this.#options.nowUtcMs, lingerMs });
    this.#feeds.set(key, feed);
    return feed;
  }

  /** Chooses by what is known, after a first look at streams never seen before. */
  async choose(cameraId: string, request: ChoiceRequest): Promise<TrackChoice> {
    if (request.wanted !== 'sub') await this.#look(cameraId, 'main');
    const main = this.#configOf(cameraId, 'main');
    if (request.wanted === 'sub' || (request.wanted === 'auto' && !isPlain(main))) await this.#look(cameraId, 'sub');
    return (
      this.chooseKnown(cameraId, request) ?? {
        kind: request.wanted === 'sub' || main === undefined ? 'sub' : 'main',
        transcode: false,
      }
    );
  }

  /** Chooses by what is known now; null when that is too little. */
  chooseKnown(cameraId: string, request: ChoiceRequest): TrackChoice | null {
    return chooseTrack({ ...request, main: this.#configOf(cameraId, 'main'), sub: this.#configOf(cameraId, 'sub') });
  }

  viewers(cameraId: string): number {
    const streams = new Set(this.#cameras.get(cameraId)?.streams.map((stream) => stream.streamId));
    let viewers = 0;
    for (const [key, feed] of this.#feeds) if (streams.has(key.split('/')[0]!)) viewers += feed.viewers;
    return viewers + (this.#masked.get(cameraId)?.feed.viewers ?? 0);
  }

  stop(): void {
    for (const feed of this.#feeds.values()) feed.stop();
    for (const { feed } of this.#masked.values()) feed.stop();
    this.#feeds.clear();
    this.#masked.clear();
  }

  #maskedKey(cameraId: string): string {
    return [this.streamId(cameraId, this.maskedKind(cameraId)), privacyKey(this.privacyOf(cameraId))].join('/');
  }

  #configOf(cameraId: string, kind: 'main' | 'sub'): StreamConfig | null | undefined {
    return this.streamId(cameraId, kind) === null
      ? undefined
      : (this.feed(cameraId, { kind, transcode: false })?.lastConfig() ?? null);
  }

  /** Joins a stream for as long as it takes to learn its configuration. */
  #look(cameraId: string, kind: 'main' | 'sub'): Promise<void> {
    const feed = this.feed(cameraId, { kind, transcode: false });
    if (feed === null || feed.lastConfig() !== null) return Promise.resolve();
    return new Promise((resolve) => {
      let leave = (): void => undefined;
      const timer = setTimeout(() => finish(), firstLookMs);
      const finish = (): void => {
        clearTimeout(timer);
        // Later than the callback that may call this from inside `join`.
        queueMicrotask(() => leave());
        resolve();
      };
      leave = feed.join({
        config: finish,
        burst: () => undefined,
        unit: () => undefined,
        state: (state) => {
          if (state.state === 'offline') finish();
        },
      });
    });
  }
}

const isPlain = (config: StreamConfig | null | undefined): boolean =>
  config?.video.codec === 'h264' && !config.video.reorders;
