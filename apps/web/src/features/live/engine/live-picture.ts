import { FrameWatch } from '../media/frame-watch.ts';
import type { PresentedFrame } from '../media/frame-watch.ts';
import type { CoreClock } from './clocks/core-clock.ts';
import type { PictureClock } from './clocks/picture-clock.ts';
import { TrackClock } from './clocks/track-clock.ts';

interface PictureEvents {
  /** A picture came on screen; its instant on the core's capture clock, or null while nothing tells it. */
  onFrame(utcMs: number | null): void;
  /** No picture for `silentAfterMs`; the last one was of this instant. */
  onSilence(lastFrameUtcMs: number | null): void;
  /**
   * Smoothed time from the picture reaching the core to the screen, ms; once a second. What it took inside the camera and on its way to
   * the core nobody can know: the picture is at least this old.
   */
  onDelay(delayMs: number): void;
}

const silentAfterMs = 4000;
const smoothing = 0.15;
/** Delays outside this range come from clocks that do not agree, not from the network. */
const plausibleMs = 30_000;

/** Looks at the live video element: is a picture coming, and how old is it. */
export class LivePicture {
  readonly #clock: CoreClock;
  readonly #events: PictureEvents;
  readonly #watch: FrameWatch;
  /** Wall time of the picture now shown by fragments; null while a video track is shown. */
  readonly #fragmentPosition: () => number | null;
  readonly #fragmentInstant: (mediaTime: number) => number | null;
  readonly #pictureClock: PictureClock;
  readonly #trackClock = new TrackClock();
  #timer: ReturnType<typeof setInterval>;
  #lastFrameMs: number | null = null;
  #delayMs: number | null = null;

  constructor(
    video: HTMLVideoElement,
    parts: {
      clock: CoreClock;
      pictureClock: PictureClock;
      fragmentPosition: () => number | null;
      fragmentInstant: (mediaTime: number) => number | null;
      events: PictureEvents;
    },
  ) {
    this.#clock = parts.clock;
    this.#pictureClock = parts.pictureClock;
    this.#events = parts.events;
    this.#fragmentPosition = parts.fragmentPosition;
    this.#fragmentInstant = parts.fragmentInstant;
    this.#watch = new FrameWatch(video, (frame) => this.#take(frame));
    this.#timer = setInterval(() => this.#check(), 1000);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#watch.stop();
  }

  /** A new way to the picture: the old delay says nothing about it. When no picture comes over it, that is told as any silence. */
  restart(): void {
    this.#delayMs = null;
    if (this.#lastFrameMs !== null) this.#lastFrameMs = performance.now();
    this.#trackClock.reset();
    this.#pictureClock.reset();
  }

  #take(frame: PresentedFrame): void {
    this.#lastFrameMs = performance.now();
    const delayMs = this.#delayOf(frame);
    if (delayMs !== null && Math.abs(delayMs) < plausibleMs) {
      this.#delayMs = this.#delayMs === null ? delayMs : this.#delayMs + smoothing * (delayMs - this.#delayMs);
    }
    this.#events.onFrame(this.#instantOf(frame));
  }

  #instantOf({ mediaTime, metadata }: PresentedFrame): number | null {
    const ofFragment = this.#fragmentInstant(mediaTime);
    if (ofFragment !== null) return ofFragment;
    const { rtpTimestamp, receiveTime } = metadata;
    const { rttMs } = this.#clock;
    const told = rtpTimestamp === undefined || rttMs === null ? null : this.#pictureClock.instantOf(rtpTimestamp);
    if (told !== null) return told;
    if (rtpTimestamp === undefined || receiveTime === undefined || rttMs === null) return null;
    // What is known of the core's clock gets better with every ping; the track's own line does not depend on it.
    const receivedMs = this.#trackClock.instantOf({ rtpTimestamp, receivedMs: receiveTime });
    return this.#clock.now() - (performance.now() - receivedMs) - rttMs / 2;
  }

  #delayOf({ metadata }: PresentedFrame): number | null {
    const position = this.#fragmentPosition();
    if (position !== null) return this.#clock.rttMs === null ? null : this.#clock.now() - position;
    const { rtpTimestamp, receiveTime, expectedDisplayTime } = metadata;
    const told =
      rtpTimestamp === undefined || this.#clock.rttMs === null ? null : this.#pictureClock.instantOf(rtpTimestamp);
    if (told !== null) return this.#clock.now() + (expectedDisplayTime - performance.now()) - told;
    // A core of before, or a browser that does not say which picture it shows: what happened before the way here is not known.
    if (receiveTime === undefined) return null;
    return expectedDisplayTime - receiveTime + (this.#clock.rttMs ?? 0) / 2;
  }

  #check(): void {
    if (this.#delayMs !== null) this.#events.onDelay(Math.max(0, Math.round(this.#delayMs)));
    if (this.#lastFrameMs === null || document.hidden) return;
    if (performance.now() - this.#lastFrameMs > silentAfterMs) {
      this.#events.onSilence(this.#fragmentPosition() ?? this.#clock.now() - (performance.now() - this.#lastFrameMs));
    }
  }
}
