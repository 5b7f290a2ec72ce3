import { unlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import { createFrameReader, encodeConfig, encodeJson, encodeUnitHead } from './media-bus-codec.ts';
import { listenerFile } from './media-bus-successor.ts';
import { kindStatus, kindSubscribe, kindYield } from './media-bus-protocol.ts';

/** What a new subscriber gets at once: configuration and the units since the last keyframe. */
export interface StreamSnapshot {
  config: StreamConfig | null;
  units: readonly MediaUnit[];
}

export interface BusStatus {
  state: 'connecting' | 'online' | 'offline';
  reason: string | null;
  /** Wall clock of the stream's tick 0, UTC ms: footage is filed under epochMs + ticks / 90. Comes before the units it holds for. */
  epochMs: number;
}

interface Subscriber {
  socket: Socket;
  streamId: string;
  /** Lost units: waits for the next keyframe. */
  waitsForKey: boolean;
  dropped: number;
}

// Above this a reader is slow: about two seconds of a heavy 4K stream.
const maxQueuedBytes = 4 * 1024 * 1024;

/** Hands live units to other processes over a Unix socket. A slow reader loses units up to the next keyframe; nobody waits. */
export class MediaBusServer {
  readonly #path: string;
  readonly #snapshot: (streamId: string) => StreamSnapshot;
  readonly #onSubscribers: (streamId: string, count: number) => void;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  readonly #statuses = new Map<string, BusStatus>();
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  /** Replaced by whoever listens: the next recorder waits for the place of this one. */
  onYield: () => void = () => undefined;

  /** `onSubscribers` hears how many a stream has, whenever that changes. */
  constructor(
    path: string,
    snapshot: (streamId: string) => StreamSnapshot,
    onSubscribers: (streamId: string, count: number) => void = () => undefined,
  ) {
    this.#path = path;
    this.#snapshot = snapshot;
    this.#onSubscribers = onSubscribers;
  }

  /** Listens; an old socket file of a killed process is replaced. */
  async start(): Promise<void> {
    if (process.platform !== 'win32') removeStale(this.#path);
    this.#server = createServer((socket) => this.#accept(socket));
    await new Promise<void>((resolve, reject) => {
      this.#server!.once('error', reject);
      this.#server!.listen(this.#path, () => resolve());
    });
    noteListener(this.#path);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    // Before the socket is free: what the next one notes stays.
    if (process.platform !== 'win32') removeStale(listenerFile(this.#path));
    await new Promise<void>((resolve) => (this.#server === null ? resolve() : this.#server.close(() => resolve())));
    this.#server = null;
  }

  /** Number of subscribers of a stream. */
  subscribers(streamId: string): number {
    return this.#subscribers.get(streamId)?.size ?? 0;
  }

  config(streamId: string, config: StreamConfig): void {
    const frame = this.subscribers(streamId) === 0 ? null : encodeConfig(config);
    if (frame !== null) for (const subscriber of this.#subscribers.get(streamId)!) subscriber.socket.write(frame);
  }

  unit(streamId: string, unit: MediaUnit): void {
    const subscribers = this.#subscribers.get(streamId);
    if (subscribers === undefined || subscribers.size === 0) return;
    const head = encodeUnitHead(unit);
    for (const subscriber of subscribers) send(subscriber, unit, head);
  }

  status(streamId: string, status: BusStatus): void {
    this.#statuses.set(streamId, status);
    for (const subscriber of this.#subscribers.get(streamId) ?? [])
      subscriber.socket.write(encodeJson(kindStatus, status));
  }

  /** The stream is no longer wanted: its subscribers are cut off. */
  remove(streamId: string): void {
    this.#statuses.delete(streamId);
    for (const subscriber of this.#subscribers.get(streamId) ?? []) subscriber.socket.destroy();
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    let subscriber: Subscriber | null = null;
    const read = createFrameReader((frame) => {
      if (frame.kind === kindYield) this.onYield();
      if (frame.kind !== kindSubscribe || subscriber !== null) return;
      subscriber = this.#subscribe(socket, Buffer.from(frame.payload).toString());
    });
    socket.on('data', (chunk) => {
      if (!read(chunk)) socket.destroy();
    });
    // A reader that dies resets its socket; 'close' follows and cleans up.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#sockets.delete(socket);
      if (subscriber === null) return;
      this.#subscribers.get(subscriber.streamId)?.delete(subscriber);
      this.#onSubscribers(subscriber.streamId, this.subscribers(subscriber.streamId));
    });
  }

  #subscribe(socket: Socket, body: string): Subscriber | null {
    const streamId = readStreamId(body);
    if (streamId === null) {
      socket.destroy();
      return null;
    }
    const subscriber: Subscriber = { socket, streamId, waitsForKey: true, dropped: 0 };
    const set = this.#subscribers.get(streamId) ?? new Set();
    this.#subscribers.set(streamId, set.add(subscriber));
    const status = this.#statuses.get(streamId);
    if (status !== undefined) socket.write(encodeJson(kindStatus, status));
    const snapshot = this.#snapshot(streamId);
    if (snapshot.config !== null) socket.write(encodeConfig(snapshot.config));
    for (const unit of snapshot.units) send(subscriber, unit, encodeUnitHead(unit));
    this.#onSubscribers(streamId, this.subscribers(streamId));
    return subscriber;
  }
}

function send(subscriber: Subscriber, unit: MediaUnit, head: Buffer): void {
  const { socket } = subscriber;
  const startsAnew = unit.kind === 'video' && unit.key;
  if (socket.writableLength > maxQueuedBytes) subscriber.waitsForKey = true;
  else if (subscriber.waitsForKey && startsAnew) subscriber.waitsForKey = false;
  if (subscriber.waitsForKey) {
    subscriber.dropped++;
    return;
  }
  socket.cork();
  socket.write(head);
  socket.write(unit.data);
  socket.uncork();
}

function readStreamId(body: string): string | null {
  try {
    const value = (JSON.parse(body) as { streamId?: unknown } | null)?.streamId;
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** For a successor that is not heard. On a disk that is full nothing is noted, and nothing else depends on it. */
function noteListener(path: string): void {
  try {
    if (process.platform !== 'win32') writeFileSync(listenerFile(path), String(process.pid));
  } catch {
    removeStale(listenerFile(path));
  }
}

function removeStale(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
