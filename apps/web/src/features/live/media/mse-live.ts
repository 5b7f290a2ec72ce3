import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { PlayerItem } from '../transport/item-assembler.ts';
import type { OpenRequest, PlayerRequests, RequestReply } from '../transport/player-requests.ts';
import { rangeAt, lastEnd } from './buffered-ranges.ts';
import { adviseAtEdge } from './live-edge.ts';
import { canPlay, hasSound, openMediaSource } from './media-source-host.ts';
import type { MediaSourceHost } from './media-source-host.ts';
import { SourceQueue } from './source-queue.ts';

export type Showing = Extract<RequestReply, { type: 'showing' }>;
export type StreamNotice = Extract<RequestReply, { type: 'state' }>;

export interface LiveMediaEvents {
  onShowing(showing: Showing): void;
  onStream(notice: StreamNotice): void;
  onFailed(code: ErrorCode): void;
}

interface LiveMediaOptions {
  requests: PlayerRequests;
  video: HTMLVideoElement;
  stream: 'auto' | 'main' | 'sub';
  events: LiveMediaEvents;
}

const controlEveryMs = 250;
const keptBehindSeconds = 8;
/** Media time 0 lies this long before the first fragment, so that nothing falls before it. */
const leadMs = 60_000;
/** So much unappended video means that the browser does not keep up: what waits is dropped. */
const maxWaitingBytes = 16_000_000;

/** Live video as fragments through the player protocol, for browsers without a direct path. */
export class MseLive {
  readonly #requests: PlayerRequests;
  readonly #video: HTMLVideoElement;
  readonly #events: LiveMediaEvents;
  readonly #stream: LiveMediaOptions['stream'];
  #request: OpenRequest | undefined;
  #host: MediaSourceHost | undefined;
  #queue: SourceQueue | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #baseMs: number | null = null;
  #isStopped = false;
  #early: (() => void)[] = [];
  #triedTranscode = false;

  constructor({ requests, video, stream, events }: LiveMediaOptions) {
    this.#requests = requests;
    this.#video = video;
    this.#stream = stream;
    this.#events = events;
  }

  /** Wall time of the picture being shown, or null before the first. */
  get positionMs(): number | null {
    return this.#baseMs === null ? null : this.#baseMs + this.#video.currentTime * 1000;
  }

  /** Wall time of the picture at a media time in seconds, or null before the first. */
  utcOf(mediaTime: number): number | null {
    return this.#baseMs === null ? null : this.#baseMs + mediaTime * 1000;
  }

  async start(): Promise<void> {
    this.#ask(this.#triedTranscode);
    const host = await openMediaSource(this.#video);
    if (this.#isStopped) return host.close();
    this.#host = host;
    for (const step of this.#early.splice(0)) step();
    this.#timer = setInterval(() => this.#control(), controlEveryMs);
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#request?.cancel();
    this.#queue?.close();
    this.#video.playbackRate = 1;
    this.#host?.close();
  }

  /** Sound began or ended: that takes another media source. */
  #restart(): void {
    clearInterval(this.#timer);
    this.#request?.cancel();
    this.#queue?.close();
    this.#host?.close();
    this.#queue = undefined;
    this.#host = undefined;
    this.#baseMs = null;
    this.start().catch(() => this.#events.onFailed('codec_unsupported'));
  }

  #ask(transcode: boolean): void {
    this.#triedTranscode = transcode;
    this.#request = this.#requests.open(
      { type: 'live', stream: this.#stream, transcode },
      {
        onReply: (reply) => this.#whenOpen(() => this.#hear(reply)),
        onItem: (item) => this.#whenOpen(() => this.#take(item)),
      },
    );
  }

  /** The core answers faster than a media source opens. */
  #whenOpen(step: () => void): void {
    if (this.#isStopped) return;
    if (this.#host) step();
    else this.#early.push(step);
  }

  #hear(reply: RequestReply): void {
    if (reply.type === 'showing') this.#events.onShowing(reply);
    else if (reply.type === 'state') this.#events.onStream(reply);
    else if (reply.type === 'failed') this.#events.onFailed(reply.code);
    else if (reply.type === 'segment') this.#begin(reply);
  }

  #begin({ mimeType, zeroUtcMs, startUtcMs }: Extract<RequestReply, { type: 'segment' }>): void {
    if (!canPlay(mimeType)) {
      this.#request?.cancel();
      if (this.#triedTranscode) this.#events.onFailed('codec_unsupported');
      else this.#ask(true);
      return;
    }
    if (this.#queue && hasSound(this.#queue.type) !== hasSound(mimeType)) return this.#restart();
    this.#baseMs ??= startUtcMs - leadMs;
    const base = this.#baseMs;
    this.#queue ??=
      this.#host &&
      new SourceQueue(this.#host.mediaSource, mimeType, {
        onChange: () => this.#control(),
        onBroken: () => this.#events.onFailed('live_not_possible'),
        playhead: () => this.#video.currentTime,
      });
    this.#queue?.begin(mimeType, (zeroUtcMs - base) / 1000);
  }

  #take(item: PlayerItem): void {
    if (item.startsWithKey && (this.#queue?.waitingBytes ?? 0) > maxWaitingBytes) this.#queue?.clear();
    this.#queue?.append(item.bytes);
  }

  #control(): void {
    const { ranges } = this.#queue ?? { ranges: [] };
    const end = lastEnd(ranges);
    if (end === null || this.#isStopped) return;
    const at = this.#video.currentTime;
    const newest = ranges.at(-1)?.from ?? 0;
    // At the very end of the buffer the playhead waits for the next fragment: that is no hole.
    const advice = adviseAtEdge(end, at, rangeAt(ranges, at) !== null || (at >= newest && at < end + 1));
    if (advice.jumpTo !== null) this.#video.currentTime = Math.max(advice.jumpTo, newest);
    if (this.#video.playbackRate !== advice.playbackRate) this.#video.playbackRate = advice.playbackRate;
    if (this.#video.paused) void this.#video.play().catch(onPlayRefused);
    const first = ranges[0];
    if (first && first.from < at - 2 * keptBehindSeconds) this.#queue?.remove(0, at - keptBehindSeconds);
  }
}

/** `play()` is refused while another load interrupts it, or before the first click with sound on; both mend themselves. */
export function onPlayRefused(thrown: unknown): void {
  if (!(thrown instanceof DOMException)) throw thrown;
}
