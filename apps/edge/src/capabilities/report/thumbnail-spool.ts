import { thumbnailKind } from '@sightline/contracts/events/event';
import type { ThumbnailKind } from '@sightline/contracts/events/event';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThumbnailMessage, ThumbnailQueue, WaitingThumbnail } from '../../platform/link/thumbnail-sender.ts';
import { thumbnailKey } from '../../platform/link/thumbnail-sender.ts';
import type { Log } from '../../platform/log/log.ts';
import type { LostPicture } from './pictures-lost.ts';

/** A picture of an event as it came from the recogniser. */
export interface NewThumbnail {
  eventId: string;
  cameraId: string;
  startedAtUtcMs: number;
  kind: ThumbnailKind;
  jpeg: Uint8Array;
}

interface Entry extends WaitingThumbnail {
  name: string;
  bytes: number;
  thumbnail: Omit<NewThumbnail, 'jpeg'>;
  /** Row of the outbox before which the server does not know the event. */
  afterSequence: number;
}

export interface ThumbnailSpoolDeps {
  folder: string;
  log: Log;
  /** Last row given out by the outbox. */
  lastSequence: () => number;
  /** The server has the outbox up to this row. */
  acknowledgedSequence: () => number;
  maxBytes?: number;
  /** A picture is gone before the server had it. */
  onLost: (lost: LostPicture) => void;
}

const maxBytes = 200 * 1024 * 1024;
/** What is left out is said at most this often. */
const sayEveryMs = 60_000;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const fileName = new RegExp(`^(\\d{1,15})_(${uuid})_(${uuid})_(\\d{1,15})_([a-z]+)\\.jpg$`);

const fileNameOf = (version: number, { eventId, cameraId, startedAtUtcMs, kind }: Omit<NewThumbnail, 'jpeg'>): string =>
  `${String(version)}_${eventId}_${cameraId}_${String(startedAtUtcMs)}_${kind}.jpg`;

/** Pictures of events on their way to the cloud: files, so that they outlive the process; the oldest go first when there are too many. */
export class ThumbnailSpool implements ThumbnailQueue {
  readonly #deps: ThumbnailSpoolDeps;
  /** In the order in which they came. */
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  #bytes = 0;
  #version = 0;
  readonly #complaints = new Map<string, { count: number; saidAtMs: number }>();
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: ThumbnailSpoolDeps) {
    this.#deps = deps;
    mkdirSync(deps.folder, { recursive: true, mode: 0o700 });
    this.#load();
  }

  /** Bytes of all pictures that wait. */
  get size(): { count: number; bytes: number } {
    return { count: this.#entries.size, bytes: this.#bytes };
  }

  /** Keeps a picture until the server has it; takes the place of an older one of the same event and kind. */
  put({ jpeg, eventId, cameraId, startedAtUtcMs, kind }: NewThumbnail): Promise<void> {
    const thumbnail = { eventId, cameraId, startedAtUtcMs, kind };
    this.#writing = this.#writing
      .then(() => this.#write(thumbnail, jpeg))
      .catch((error: unknown) => {
        this.#complain('a picture of an event could not be kept', String(error));
        // An older one of the same kind still goes its way.
        if (!this.#entries.has(thumbnailKey(thumbnail.eventId, thumbnail.kind))) this.#deps.onLost(thumbnail);
      });
    return this.#writing;
  }

  /** The newest first: whoever looks at the screen waits for those. */
  next(isHeld: (key: string) => boolean): WaitingThumbnail | null {
    if (this.#entries.size === 0) return null;
    const acknowledged = this.#deps.acknowledgedSequence();
    return (
      [...this.#entries.values()].findLast((entry) => entry.afterSequence <= acknowledged && !isHeld(entry.key)) ?? null
    );
  }

  async read({ key, version }: WaitingThumbnail): Promise<Omit<ThumbnailMessage, 'type'> | null> {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.version !== version) return null;
    try {
      return { ...entry.thumbnail, jpeg: await readFile(this.#pathOf(entry), 'base64') };
    } catch (error) {
      this.#complain('a picture of an event could not be read', String(error));
      if (this.#entries.get(key) === entry) this.#deps.onLost(entry.thumbnail);
      return null;
    }
  }

  done({ key, version }: WaitingThumbnail): void {
    const entry = this.#entries.get(key);
    if (entry?.version === version) this.#remove(entry);
  }

  /** Events began at other times than a wrong clock said: the server finds their pictures by when they began. */
  correctTimes(right: (utcMs: number) => number): void {
    for (const [key, entry] of this.#entries) {
      const { eventId, cameraId, kind } = entry.thumbnail;
      const startedAtUtcMs = right(entry.thumbnail.startedAtUtcMs);
      if (startedAtUtcMs === entry.thumbnail.startedAtUtcMs) continue;
      const thumbnail = { ...entry.thumbnail, startedAtUtcMs };
      const name = fileNameOf(entry.version, { eventId, cameraId, startedAtUtcMs, kind });
      renameSync(this.#pathOf(entry), join(this.#deps.folder, name));
      this.#entries.set(key, { ...entry, name, thumbnail });
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forgets pictures of faces of all cameras but these: nobody wants them any more. */
  dropFaces(wantedCameraIds: ReadonlySet<string>): void {
    for (const entry of this.#entries.values())
      if (entry.thumbnail.kind === 'face' && !wantedCameraIds.has(entry.thumbnail.cameraId)) this.#remove(entry);
  }

  /** Forgets everything: it was meant for somebody whom this core does not serve any more. */
  clear(): void {
    for (const entry of this.#entries.values()) this.#remove(entry);
  }

  /** Waits for what is being written. */
  stop(): Promise<void> {
    return this.#writing;
  }

  async #write(thumbnail: Entry['thumbnail'], jpeg: Uint8Array): Promise<void> {
    const version = ++this.#version;
    const { eventId, kind } = thumbnail;
    const name = fileNameOf(version, thumbnail);
    const key = thumbnailKey(eventId, kind);
    const entry: Entry = {
      key,
      version,
      name,
      bytes: jpeg.length,
      thumbnail,
      afterSequence: this.#deps.lastSequence(),
    };
    const partial = join(this.#deps.folder, `${name}.partial`);
    try {
      await writeFile(partial, jpeg, { mode: 0o600 });
      await rename(partial, this.#pathOf(entry));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    this.#add(entry);
    for (const listener of this.#listeners) listener();
  }

  #add(entry: Entry): void {
    const older = this.#entries.get(entry.key);
    if (older) this.#remove(older);
    this.#entries.set(entry.key, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= (this.#deps.maxBytes ?? maxBytes)) break;
      this.#remove(oldest);
      this.#deps.onLost(oldest.thumbnail);
      this.#complain('too many pictures of events wait for the server: the oldest are dropped');
    }
  }

  /** A full disk or a long outage must not fill the log as well. */
  #complain(text: string, detail?: string): void {
    const known = this.#complaints.get(text) ?? { count: 0, saidAtMs: -sayEveryMs };
    const nowMs = performance.now();
    known.count++;
    if (nowMs - known.saidAtMs >= sayEveryMs) {
      this.#deps.log.warn({ pictures: known.count, detail }, text);
      known.count = 0;
      known.saidAtMs = nowMs;
    }
    this.#complaints.set(text, known);
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.key);
    this.#bytes -= entry.bytes;
    rm(this.#pathOf(entry), { force: true }).catch((error: unknown) =>
      this.#complain('a picture that was sent could not be removed', String(error)),
    );
  }

  #pathOf(entry: Entry): string {
    return join(this.#deps.folder, entry.name);
  }

  /** Takes up what the process before left. */
  #load(): void {
    const afterSequence = this.#deps.lastSequence();
    const found: Entry[] = [];
    for (const name of readdirSync(this.#deps.folder)) {
      const entry = this.#entryOf(name, afterSequence);
      if (entry !== null) found.push(entry);
      else rmSync(join(this.#deps.folder, name), { force: true, recursive: true });
    }
    for (const entry of found.toSorted((a, b) => a.version - b.version)) {
      this.#version = Math.max(this.#version, entry.version);
      this.#add(entry);
    }
  }

  #entryOf(name: string, afterSequence: number): Entry | null {
    const match = fileName.exec(name);
    const kind = thumbnailKind.safeParse(match?.[5]);
    if (match === null || !kind.success) return null;
    const [, version, eventId, cameraId, startedAtUtcMs] = match;
    const thumbnail = { eventId, cameraId, startedAtUtcMs: Number(startedAtUtcMs), kind: kind.data };
    const bytes = statSync(join(this.#deps.folder, name)).size;
    return { key: thumbnailKey(eventId, kind.data), version: Number(version), name, bytes, thumbnail, afterSequence };
  }
}
