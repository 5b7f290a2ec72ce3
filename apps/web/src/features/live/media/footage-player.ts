import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { PlayerRequests } from '../transport/player-requests.ts';
import { FootageBuffer } from './footage-buffer.ts';
import { FootageFeed } from './footage-feed.ts';
import type { FootageGap } from './footage-feed.ts';
import { stepFrame } from './frame-step.ts';
import { FrameWatch } from './frame-watch.ts';
import { onPlayRefused } from './mse-live.ts';
import { RunningClock } from './running-clock.ts';

export type FootagePhase = 'seeking' | 'playing' | 'paused' | 'gap' | 'failed';

export interface FootageStatus {
  phase: FootagePhase;
  /** The gap that the position stands in. */
  gap: FootageGap | null;
  cause: ErrorCode | null;
}

export interface FootageEvents {
  onStatus(status: FootageStatus): void;
  /** Playback caught up with what is being recorded. */
  onEdge(): void;
  /** The recorded type cannot be played by this browser. */
  onUnplayable(): void;
  /** Whether what the camera hides is hidden in what comes now. */
  onMasked(masked: 'none' | 'parts' | 'whole'): void;
  /** First picture after a seek: the instant asked for, the picture's own instant, and how long it took. */
  onFirstFrame(frame: { askedUtcMs: number; shownUtcMs: number; afterMs: number }): void;
  /** A picture came on screen; its instant, UTC ms. */
  onPicture(utcMs: number): void;
  onLost(): void;
}

interface FootageOptions {
  video: HTMLVideoElement;
  requests: PlayerRequests;
  stream: 'main' | 'sub';
  /** The core converts what is not H.264. */
  transcode: boolean;
  now: () => number;
  events: FootageEvents;
}

const tickMs = 50;
/** Above this only keyframes are fetched and shown. */
const fastestSmoothRate = 4;
const aheadAtOneMs = 12_000;
const seamMs = 60;
/** A picture that stood still for so long, this close to the end of what is there, does not go on by itself. */
const stalledMs = 500;
const stalledEndMs = 1500;
const edgeWithinMs = 2500;
/** A browser that found the place and tells of no picture for so long shows the right one already. */
const untoldMs = 300;

/** Plays recorded footage from an exact instant, at 0.25x to 16x, over gaps or through them. */
export class FootagePlayer {
  readonly #options: FootageOptions;
  readonly #watch: FrameWatch;
  readonly #clock = new RunningClock();
  #buffer: FootageBuffer | undefined;
  #feed: FootageFeed | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #rate = 1;
  #wantsPlay = true;
  #seek: { toMs: number; askedAtMs: number; sawFirst: boolean; restsSinceMs: number | null } | null = null;
  #status: FootageStatus = { phase: 'seeking', gap: null, cause: null };
  #shownKeyMs = 0;
  #stall = { at: -1, sinceMs: 0 };
  /** Where footage goes on that needs a buffer of its own. */
  #otherTracksMs: number | null = null;
  skipsGaps = true;

  constructor(options: FootageOptions) {
    this.#options = options;
    // Footage begins to run when its first picture is on screen, not as soon as a browser could.
    options.video.autoplay = false;
    options.video.preload = 'auto';
    this.#watch = new FrameWatch(options.video, ({ mediaTime }) => this.#presented(mediaTime));
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  get rate(): number {
    return this.#rate;
  }

  get isPlaying(): boolean {
    return this.#wantsPlay;
  }

  /** The instant being shown, UTC ms. */
  get positionMs(): number {
    if (this.#seek) return this.#seek.toMs;
    if (this.#usesClock || !this.#buffer) return this.#clock.positionMs;
    return this.#buffer.utcOf(this.#options.video.currentTime);
  }

  /** Shows the instant `toMs`, at once when it is in memory. */
  seek(toMs: number): void {
    const target = Math.round(Math.min(toMs, this.#options.now()));
    this.#seek = { toMs: target, askedAtMs: performance.now(), sawFirst: false, restsSinceMs: null };
    this.#standStill();
    this.#clock.hold();
    this.#clock.set(target);
    this.#watch.forget();
    this.#setStatus({ phase: 'seeking', gap: null, cause: null });
    if (this.#buffer?.reaches(target) !== true) this.#openBuffer(target);
    const isInMemory = !this.#isFast && (this.#buffer?.aheadMs(target) ?? 0) > seamMs;
    if (this.#buffer) this.#options.video.currentTime = this.#buffer.mediaTimeOf(target) + 0.0005;
    if (isInMemory) this.#seek.sawFirst = true;
    else this.#refill(target);
    this.#applyRate();
  }

  play(): void {
    this.#wantsPlay = true;
    this.#applyRate();
  }

  pause(): void {
    this.#wantsPlay = false;
    this.#clock.hold();
    this.#options.video.pause();
    if (this.#status.phase === 'playing') this.#setStatus({ phase: 'paused', gap: null, cause: null });
  }

  setRate(rate: number): void {
    const position = this.positionMs;
    const wasFast = this.#isFast;
    this.#rate = rate;
    this.#clock.set(position, rate);
    if (this.#buffer && wasFast !== this.#isFast) this.#refillAt(position);
    this.#applyRate();
  }

  async step(direction: 1 | -1): Promise<void> {
    if (this.#isFast) this.setRate(1);
    this.pause();
    if (await stepFrame(this.#options.video, this.#watch, direction)) return;
    if (direction < 0) this.seek(this.positionMs - 1000 * this.#watch.frameSeconds);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#watch.stop();
    this.#feed?.stop();
    this.#buffer?.close();
    this.#options.video.pause();
    this.#options.video.playbackRate = 1;
  }

  get #isFast(): boolean {
    return this.#rate > fastestSmoothRate;
  }

  get #usesClock(): boolean {
    return this.#isFast || this.#status.phase === 'gap';
  }

  #openBuffer(firstMs: number): void {
    this.#buffer?.close();
    const { events, video } = this.#options;
    this.#buffer = new FootageBuffer(video, {
      onChange: () => this.#tick(),
      onBroken: () => this.#fail('footage_damaged'),
      onUnplayable: () => events.onUnplayable(),
      onOtherTracks: (startMs) => {
        this.#otherTracksMs = startMs;
        this.#feed?.stop();
      },
    });
    const buffer = this.#buffer;
    void buffer.open(firstMs).then(
      () => {
        if (this.#buffer === buffer) video.currentTime = buffer.mediaTimeOf(this.positionMs) + 0.0005;
      },
      () => this.#options.events.onUnplayable(),
    );
  }

  #changeBuffer(startMs: number): void {
    const position = Math.max(this.positionMs, startMs);
    this.#otherTracksMs = null;
    this.#openBuffer(position);
    this.#refillAt(position);
  }

  #refillAt(positionMs: number): void {
    this.seek(positionMs);
    this.#refill(positionMs);
  }

  #refill(fromMs: number): void {
    const { requests, stream, transcode, now, events } = this.#options;
    this.#feed?.stop();
    this.#buffer?.clear();
    this.#shownKeyMs = 0;
    this.#otherTracksMs = null;
    this.#feed = new FootageFeed(
      requests,
      { stream, keyframesOnly: this.#isFast, transcode, now },
      {
        segment: (segment) => {
          events.onMasked(segment.masked ?? 'none');
          this.#buffer?.begin(segment);
        },
        item: (item) => {
          if (item.kind === 2) this.#startLater(item.wallMs);
          this.#buffer?.append(item);
        },
        gap: (gap) => this.#buffer?.addGap(gap),
        failed: (code) => this.#fail(code),
        lost: () => events.onLost(),
      },
    );
    this.#feed.start(fromMs);
  }

  /** The first fragment after a seek may begin later than asked: nothing was recorded in between. */
  #startLater(firstMs: number): void {
    if (!this.#seek || this.#seek.sawFirst) return;
    this.#seek.sawFirst = true;
    if (firstMs <= this.#seek.toMs + seamMs || !this.#buffer) return;
    const gap = this.#buffer.gapAt(this.#seek.toMs);
    if (gap && !this.skipsGaps) return;
    this.#seek.toMs = Math.ceil(firstMs) + 1;
    this.#clock.set(this.#seek.toMs);
    this.#options.video.currentTime = this.#buffer.mediaTimeOf(this.#seek.toMs);
  }

  /**
   * A browser that plays while it seeks runs on while it still decodes: what a person, or a slow page, sees first is then a later picture
   * than the one asked for. So it plays from when that one is on screen.
   */
  #standStill(): void {
    const { video } = this.#options;
    // Some browsers let an element with sound begin only in a click: it is begun here, and held until the picture is there.
    if (this.#wantsPlay && !this.#isFast && video.paused && !video.muted) video.play().catch(onPlayRefused);
    video.pause();
  }

  #presented(mediaTime: number): void {
    if (this.#buffer) this.#options.events.onPicture(this.#buffer.utcOf(mediaTime));
    const awayMs = this.#awayMs(mediaTime);
    const isAsked = awayMs <= 1 && awayMs > -1500 * this.#watch.frameSeconds;
    if (isAsked || (this.#isNear(awayMs) && (this.#isFast || !this.#options.video.seeking))) this.#arrive(mediaTime);
  }

  #awayMs(mediaTime: number): number {
    return this.#seek && this.#buffer ? this.#buffer.utcOf(mediaTime) - this.#seek.toMs : Number.POSITIVE_INFINITY;
  }

  /** A late picture of the place before the seek is not the one asked for. */
  #isNear(awayMs: number): boolean {
    return Math.abs(awayMs) <= (this.#isFast ? 60_000 : 2000);
  }

  #arrive(mediaTime: number): void {
    if (!this.#seek || !this.#buffer) return;
    const { toMs, askedAtMs } = this.#seek;
    const shownUtcMs = this.#buffer.utcOf(mediaTime);
    this.#seek = null;
    this.#options.events.onFirstFrame({ askedUtcMs: toMs, shownUtcMs, afterMs: performance.now() - askedAtMs });
    this.#applyRate();
  }

  /** The picture was told of while the browser still sought, or not at all, as in a hidden tab: nobody must wait for another one. */
  #arriveUntold(): void {
    const { video } = this.#options;
    if (!this.#seek) return;
    const isAtRest = !video.seeking && video.readyState >= 2;
    this.#seek.restsSinceMs = isAtRest ? (this.#seek.restsSinceMs ?? performance.now()) : null;
    if (this.#seek.restsSinceMs === null) return;
    const seen = this.#watch.last?.mediaTime;
    const isSeen = seen !== undefined && this.#isNear(this.#awayMs(seen));
    if (document.hidden || isSeen || performance.now() - this.#seek.restsSinceMs > untoldMs)
      this.#arrive(isSeen ? seen : video.currentTime);
  }

  #applyRate(): void {
    const { video } = this.#options;
    if (this.#seek || this.#status.phase === 'failed') return;
    if (this.#status.phase === 'gap') {
      if (this.#wantsPlay) this.#clock.run();
      return;
    }
    this.#setStatus({ phase: this.#wantsPlay ? 'playing' : 'paused', gap: null, cause: null });
    if (this.#isFast) {
      video.pause();
      if (this.#wantsPlay) this.#clock.run();
      return;
    }
    video.playbackRate = this.#rate;
    if (this.#wantsPlay && video.paused) video.play().catch(onPlayRefused);
  }

  #tick(): void {
    const buffer = this.#buffer;
    if (!buffer || this.#status.phase === 'failed') return;
    this.#arriveUntold();
    const position = this.positionMs;
    const heldMs = this.#isFast ? (buffer.keys.at(-1) ?? 0) - position : buffer.aheadMs(position);
    if (this.#otherTracksMs !== null && heldMs < seamMs) return this.#changeBuffer(this.#otherTracksMs);
    if (heldMs < aheadAtOneMs * Math.max(1, this.#rate)) this.#feed?.allow();
    buffer.trim();
    if (this.#status.phase === 'gap') return this.#tickGap(position);
    const endMs = this.#isStalled() && heldMs < stalledEndMs ? heldMs + 2 * seamMs : 2 * seamMs;
    const gap = buffer.gapAt(position, this.#seek ? 0 : endMs);
    if (gap && (heldMs < endMs || this.#isFast)) return this.#enterGap(gap);
    if (this.#isFast) this.#tickFast(buffer, position);
    else if (heldMs < seamMs) this.#tickHole(buffer, position);
  }

  /** Browsers wait for more before they play the last pictures in front of a gap; more never comes. */
  #isStalled(): boolean {
    const { video } = this.#options;
    const now = performance.now();
    const isHeld =
      this.#wantsPlay && !this.#isFast && !this.#seek && video.readyState < 3 && video.currentTime === this.#stall.at;
    if (!isHeld) this.#stall = { at: video.currentTime, sinceMs: now };
    return now - this.#stall.sinceMs > stalledMs;
  }

  /** No video at the playhead, and no gap was named: rounding between runs, the edge, or a slow way. */
  #tickHole(buffer: FootageBuffer, position: number): void {
    // What is here of the place before is on its way out, and begins nothing.
    if (this.#seek && !buffer.isSettled) return;
    const next = buffer.nextStartMs(position);
    if (next !== null && next - position < 1500) this.#options.video.currentTime = buffer.mediaTimeOf(next) + 0.001;
    else if (buffer.isSettled && this.#feed?.isAtEdge === true && (this.#seek || this.#wantsPlay))
      this.#reachEdge(position);
  }

  #reachEdge(position: number): void {
    if (position > this.#options.now() - edgeWithinMs || this.#seek) this.#options.events.onEdge();
  }

  #tickFast(buffer: FootageBuffer, position: number): void {
    const { video } = this.#options;
    const key = buffer.keys.findLast((at) => at <= position + 1) ?? buffer.keys[0];
    const last = buffer.keys.at(-1);
    if (key !== undefined && key !== this.#shownKeyMs && !video.seeking && buffer.aheadMs(key) > 0) {
      this.#shownKeyMs = key;
      video.currentTime = buffer.mediaTimeOf(key) + 0.001;
    }
    const isStarved = last === undefined || position > last + 1000 * this.#rate;
    if (isStarved && this.#feed?.isAtEdge === true) this.#options.events.onEdge();
    else if (isStarved) this.#clock.hold();
    else if (this.#wantsPlay && !this.#seek) this.#clock.run();
  }

  #enterGap(gap: FootageGap): void {
    const isOpenEnd = gap.toUtcMs >= this.#options.now() - edgeWithinMs;
    if (this.skipsGaps && this.#wantsPlay && !isOpenEnd) return this.seek(gap.toUtcMs);
    const position = Math.max(this.positionMs, gap.fromUtcMs);
    this.#seek = null;
    this.#options.video.pause();
    this.#setStatus({ phase: 'gap', gap, cause: gap.cause });
    this.#clock.set(position, this.#rate);
    if (this.#wantsPlay) this.#clock.run();
  }

  #tickGap(position: number): void {
    const { gap } = this.#status;
    if (!gap) return;
    if (this.skipsGaps && this.#wantsPlay && gap.toUtcMs < this.#options.now() - edgeWithinMs)
      return this.seek(gap.toUtcMs);
    if (position > this.#options.now() - 1000) return this.#options.events.onEdge();
    if (position >= gap.toUtcMs) this.seek(gap.toUtcMs);
  }

  #fail(cause: ErrorCode): void {
    this.#seek = null;
    this.#feed?.stop();
    this.#setStatus({ phase: 'failed', gap: null, cause });
  }

  #setStatus(status: FootageStatus): void {
    const { phase, cause, gap } = this.#status;
    if (phase === status.phase && cause === status.cause && gap === status.gap) return;
    this.#status = status;
    this.#options.events.onStatus(status);
  }
}
