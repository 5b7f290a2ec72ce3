import type { PlayerItem } from '../transport/item-assembler.ts';
import { aheadOf, nextStart } from './buffered-ranges.ts';
import type { MediaRange } from './buffered-ranges.ts';
import type { FootageGap, FootageSegment } from './footage-feed.ts';
import { canPlay, hasSound, openMediaSource } from './media-source-host.ts';
import type { MediaSourceHost } from './media-source-host.ts';
import { SourceQueue } from './source-queue.ts';

interface BufferEvents {
  onChange(): void;
  onBroken(): void;
  /** The browser cannot play this type. */
  onUnplayable(mimeType: string): void;
  /** From `startUtcMs` on sound begins or ends, which takes another buffer. Nothing is taken until this one is cleared. */
  onOtherTracks(startUtcMs: number): void;
}

/** Media time 0 lies this long before the first instant asked for, so that people can go back without a new source. */
const leadMs = 7 * 86_400_000;
const keptBehindSeconds = 30;
const trimBeyondSeconds = 45;

/** Footage in a video element whose media time is wall time minus `baseMs`. */
export class FootageBuffer {
  readonly #video: HTMLVideoElement;
  readonly #events: BufferEvents;
  #host: MediaSourceHost | undefined;
  #queue: SourceQueue | undefined;
  #baseMs = 0;
  #early: (() => void)[] = [];
  #isClosed = false;
  #takesNothing = false;
  /** Wall times of fragments that start with a keyframe, ascending. */
  keys: number[] = [];
  gaps: FootageGap[] = [];

  constructor(video: HTMLVideoElement, events: BufferEvents) {
    this.#video = video;
    this.#events = events;
  }

  /** Opens a media source whose time runs from long before `firstMs`. */
  async open(firstMs: number): Promise<void> {
    this.#baseMs = firstMs - leadMs;
    const host = await openMediaSource(this.#video);
    if (this.#isClosed) return host.close();
    this.#host = host;
    for (const step of this.#early.splice(0)) step();
  }

  get ranges(): MediaRange[] {
    return this.#queue?.ranges ?? [];
  }

  /** Everything that came is in `ranges`: what is missing there has not come. */
  get isSettled(): boolean {
    return this.#host !== undefined && (this.#queue?.isIdle ?? true);
  }

  /** Whether this instant can be shown by this source at all. */
  reaches(utcMs: number): boolean {
    return utcMs > this.#baseMs + 60_000 && utcMs < this.#baseMs + 300 * 86_400_000;
  }

  mediaTimeOf(utcMs: number): number {
    return (utcMs - this.#baseMs) / 1000;
  }

  utcOf(mediaTime: number): number {
    return this.#baseMs + mediaTime * 1000;
  }

  /** Milliseconds that can be shown from an instant on without a hole. */
  aheadMs(utcMs: number): number {
    return aheadOf(this.ranges, this.mediaTimeOf(utcMs)) * 1000;
  }

  /** First instant after `utcMs` at which video begins again, or null. */
  nextStartMs(utcMs: number): number | null {
    const next = nextStart(this.ranges, this.mediaTimeOf(utcMs));
    return next === null ? null : this.utcOf(next);
  }

  /** The gap that holds an instant; `slackMs` before it counts too, because the last frame before a gap is not exact. */
  gapAt(utcMs: number, slackMs = 0): FootageGap | null {
    return this.gaps.find((gap) => utcMs >= gap.fromUtcMs - slackMs && utcMs < gap.toUtcMs) ?? null;
  }

  begin({ mimeType, zeroUtcMs, startUtcMs }: FootageSegment): void {
    if (!canPlay(mimeType)) return this.#events.onUnplayable(mimeType);
    this.#whenOpen((host) => {
      if (this.#queue && hasSound(this.#queue.type) !== hasSound(mimeType)) {
        this.#takesNothing = true;
        return this.#events.onOtherTracks(startUtcMs);
      }
      this.#queue ??= new SourceQueue(host.mediaSource, mimeType, {
        onChange: () => this.#events.onChange(),
        onBroken: () => this.#events.onBroken(),
        playhead: () => this.#video.currentTime,
      });
      this.#queue.begin(mimeType, this.mediaTimeOf(zeroUtcMs));
    });
  }

  append(item: PlayerItem): void {
    if (this.#takesNothing) return;
    if (item.kind === 2 && item.startsWithKey && item.wallMs > (this.keys.at(-1) ?? 0)) this.keys.push(item.wallMs);
    this.#whenOpen(() => {
      if (!this.#takesNothing) this.#queue?.append(item.bytes);
    });
  }

  /** A gap that goes on from request to request stays one gap. */
  addGap(gap: FootageGap): void {
    const before = this.gaps.find(
      (known) => known.cause === gap.cause && gap.fromUtcMs >= known.fromUtcMs && gap.fromUtcMs <= known.toUtcMs + 1,
    );
    const whole = before
      ? { ...gap, fromUtcMs: before.fromUtcMs, toUtcMs: Math.max(before.toUtcMs, gap.toUtcMs) }
      : gap;
    this.gaps = [...this.gaps.filter((known) => known !== before), whole];
  }

  /** Forgets everything, for a seek to another place. */
  clear(): void {
    this.keys = [];
    this.gaps = [];
    this.#early = [];
    this.#takesNothing = false;
    this.#queue?.clear();
  }

  trim(): void {
    const at = this.#video.currentTime;
    const first = this.ranges[0];
    if (!first || first.from > at - trimBeyondSeconds) return;
    this.#queue?.remove(0, at - keptBehindSeconds);
    const oldest = this.utcOf(at - keptBehindSeconds);
    this.keys = this.keys.filter((key) => key >= oldest);
  }

  close(): void {
    this.#isClosed = true;
    this.#early = [];
    this.#queue?.close();
    this.#host?.close();
  }

  #whenOpen(step: (host: MediaSourceHost) => void): void {
    if (this.#isClosed) return;
    if (this.#host) step(this.#host);
    else this.#early.push(() => this.#host && step(this.#host));
  }
}
