import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError, errorCatalogue } from '@sightline/contracts/shared/errors';
import type { LeaseGrant } from '@sightline/contracts/link/link-commands';
import { binaryKind } from '@sightline/contracts/live/player-binary';
import type { PlayerRequest } from '@sightline/contracts/live/player-protocol';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import { CreditWindow } from './credit-window.ts';
import type { FootageSource } from '../footage/footage-source.ts';
import type { OpenConverter } from '../footage/footage-converter.ts';
import { serveFootage } from './footage-request.ts';
import { readPlayerRequest } from './player-request-reader.ts';
import type { PlayerSender } from './player-sender.ts';
import { createPlayerSender } from './player-sender.ts';
import type { ThumbnailAsk } from '../snapshot/footage-thumbnails.ts';
import type { PlayerTransport } from '../../platform/transport/player-transport.ts';

/** Serves `live`, `boxes` and `track` requests; implemented by the live capability. They end when `signal` is aborted. */
export interface LiveRequests {
  serveBoxes(
    request: PlayerRequest & { type: 'boxes' },
    to: { sender: PlayerSender; signal: AbortSignal },
  ): Promise<void>;
  serveLive(
    request: PlayerRequest & { type: 'live' },
    to: { sender: PlayerSender; signal: AbortSignal },
  ): Promise<void>;
  /** Chooses the picture of the video track; null when this transport has none. */
  chooseTrack: ((request: PlayerRequest & { type: 'track' }, to: { sender: PlayerSender }) => Promise<void>) | null;
}

export interface PlayerSessionDeps {
  transport: PlayerTransport;
  grant: LeaseGrant;
  /** Stream of the granted camera, or null when it has none of that kind. */
  streamId: (kind: 'main' | 'sub') => string | null;
  footage: FootageSource;
  /** JPEG of the keyframe nearest before the instant. */
  thumbnail: (ask: ThumbnailAsk) => Promise<{ jpeg: Uint8Array; wallMs: number }>;
  /** What is hidden from this viewer now; null when that is nothing. */
  privacy: () => CameraPrivacy | null;
  /** Converts what the browser cannot play. */
  openConverter: OpenConverter;
  live: LiveRequests;
  onClosed: () => void;
}

/** More at once is no player. */
const maxRequests = 32;
/** A peer that keeps sending nonsense is cut off. */
const maxViolations = 20;

interface Running {
  abort: AbortController;
  credit: CreditWindow | null;
  type: PlayerRequest['type'];
  isConverting: boolean;
}

/** The player protocol with one browser, over whatever transport. Never throws into the transport. */
export class PlayerSession {
  readonly #deps: PlayerSessionDeps;
  readonly #sender: PlayerSender;
  readonly #running = new Map<number, Running>();
  #grant: LeaseGrant;
  #violations = 0;
  #ended = false;

  constructor(deps: PlayerSessionDeps) {
    this.#deps = deps;
    this.#grant = deps.grant;
    this.#sender = createPlayerSender(deps.transport);
    deps.transport.listen({ text: (text) => this.#receive(text), closed: () => this.#closed() });
  }

  /** Replaces the rights; what they no longer allow ends at once. */
  setGrant(grant: LeaseGrant): void {
    this.#grant = grant;
    for (const [requestId, entry] of this.#running) {
      if (this.#allows(entry.type)) continue;
      entry.abort.abort();
      this.#fail(requestId, 'forbidden');
    }
  }

  /** Tells the browser why everything ends; the owner closes the connection a moment later. */
  sayGoodbye(code: ErrorCode): void {
    if (!this.#ended) this.#sender.reply({ type: 'bye', code });
  }

  /** Says goodbye and closes the transport. */
  end(code: ErrorCode): void {
    this.sayGoodbye(code);
    this.#deps.transport.close();
    this.#closed();
  }

  /** Ends all requests without a word. */
  stop(): void {
    this.#closed();
  }

  #closed(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const entry of this.#running.values()) entry.abort.abort();
    this.#running.clear();
    this.#deps.onClosed();
  }

  #receive(text: string): void {
    if (this.#ended) return;
    const read = readPlayerRequest(text);
    if (read.ok) this.#handle(read.request);
    else {
      this.#fail(read.requestId, 'bad_request');
      if (++this.#violations >= maxViolations) this.end('bad_request');
    }
  }

  #handle(request: PlayerRequest): void {
    switch (request.type) {
      case 'ping':
        this.#sender.reply({
          type: 'pong',
          requestId: request.requestId,
          sentAtMs: request.sentAtMs,
          coreUtcMs: this.#deps.footage.nowUtcMs(),
        });
        return;
      case 'cancel':
        this.#running.get(request.requestId)?.abort.abort();
        this.#running.delete(request.requestId);
        return;
      case 'credit':
        this.#running.get(request.requestId)?.credit?.add(request.bytes);
        return;
      default:
        this.#begin(request);
    }
  }

  #begin(request: PlayerRequest): void {
    if (!this.#allows(request.type)) return this.#fail(request.requestId, 'forbidden');
    if (this.#running.has(request.requestId)) return this.#fail(request.requestId, 'bad_request');
    if (this.#running.size >= maxRequests) return this.#fail(request.requestId, 'rate_limited');
    const entry: Running = {
      abort: new AbortController(),
      credit: request.type === 'footage' ? new CreditWindow(request.windowBytes) : null,
      type: request.type,
      isConverting: request.type === 'footage' && request.transcode,
    };
    if (entry.isConverting) this.#endConversion();
    this.#running.set(request.requestId, entry);
    void this.#serve(request, entry)
      .catch((error: unknown) => {
        if (!entry.abort.signal.aborted)
          this.#fail(request.requestId, error instanceof AppError ? error.code : 'internal');
      })
      .finally(() => {
        if (this.#running.get(request.requestId) === entry) this.#running.delete(request.requestId);
      });
  }

  /** Converting is dear: a viewer who asks for another place has no use for the place before. */
  #endConversion(): void {
    for (const [requestId, entry] of this.#running) {
      if (!entry.isConverting) continue;
      entry.abort.abort();
      this.#running.delete(requestId);
      this.#fail(requestId, 'transcode_busy');
    }
  }

  async #serve(request: PlayerRequest, entry: Running): Promise<void> {
    const sender = this.#sender;
    const { signal } = entry.abort;
    if (request.type === 'live') await this.#deps.live.serveLive(request, { sender, signal });
    else if (request.type === 'boxes') await this.#deps.live.serveBoxes(request, { sender, signal });
    else if (request.type === 'track') {
      if (this.#deps.live.chooseTrack === null) throw new AppError('live_not_possible');
      await this.#deps.live.chooseTrack(request, { sender });
    } else if (request.type === 'footage') {
      if (request.toUtcMs <= request.fromUtcMs) throw new AppError('bad_request');
      await serveFootage(this.#deps.footage, this.#streamId(request.stream), {
        request,
        sender,
        credit: entry.credit!,
        signal,
        openConverter: this.#deps.openConverter,
        privacy: this.#deps.privacy(),
      });
    } else if (request.type === 'thumbnail') await this.#serveThumbnail(request, signal);
  }

  async #serveThumbnail(request: PlayerRequest & { type: 'thumbnail' }, signal: AbortSignal): Promise<void> {
    const { jpeg, wallMs } = await this.#deps.thumbnail({
      streamId: this.#streamId(request.stream),
      atUtcMs: request.atUtcMs,
      width: request.width,
      privacy: this.#deps.privacy(),
    });
    if (signal.aborted) return;
    const sent = await this.#sender.item(
      { kind: binaryKind.jpeg, startsWithKey: true, requestId: request.requestId, wallMs },
      jpeg,
      signal,
    );
    if (sent) this.#sender.reply({ type: 'done', requestId: request.requestId, reachedUtcMs: Math.round(wallMs) });
  }

  #streamId(kind: 'main' | 'sub'): string {
    const streamId = this.#deps.streamId(kind);
    if (streamId === null) throw new AppError('no_footage');
    return streamId;
  }

  #allows(type: PlayerRequest['type']): boolean {
    if (type === 'live' || type === 'track' || type === 'boxes') return this.#grant.live;
    if (type === 'footage' || type === 'thumbnail') return this.#grant.playback;
    return true;
  }

  #fail(requestId: number, code: ErrorCode): void {
    this.#sender.reply({ type: 'failed', requestId, code, message: errorCatalogue[code].text });
  }
}
