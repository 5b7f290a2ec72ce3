import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Blobs } from './blobs.ts';

/** A piece of a file on its way in, or only the question how far the file has come (no bytes). */
export interface FilePart {
  /** Of which file: its draft is kept under this name, so that another file with the same id begins anew. */
  name: string;
  /** Where the piece begins; null asks. */
  from: number | null;
  totalBytes: number;
  bytes: Uint8Array;
}

interface Draft {
  path: string;
  received: number;
  hash: Hash;
}

export interface ReceivedParts {
  received: number;
  /** Of what is there, once all of it is. */
  sha256: string | null;
  path: string;
  /** The piece belongs elsewhere: behind what was received. */
  isMisplaced: boolean;
}

/**
 * Files that come in pieces, each small enough for any proxy on the way. What is there stays there when a connection breaks or this
 * program ends: the next piece goes on behind it.
 */
export class FileParts {
  readonly #folder: string;
  readonly #requireRoom: Blobs['requireRoom'];
  readonly #drafts = new Map<string, Promise<Draft>>();
  /** One piece of a file after another, whoever sends them. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor({ draftFolder, requireRoom }: Pick<Blobs, 'draftFolder' | 'requireRoom'>) {
    this.#folder = draftFolder;
    this.#requireRoom = requireRoom;
  }

  /** Adds a piece where the file ends so far. Fails with `server_disk_full` beside what the database is left; who asks hears it of all that is missing. */
  async add(part: FilePart): Promise<ReceivedParts> {
    const before = this.#turns.get(part.name) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => this.#add(part));
    this.#turns.set(part.name, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(part.name) === turn) this.#turns.delete(part.name);
    }
  }

  /** What was taken of it is looked up anew. */
  forget(name: string): void {
    this.#drafts.delete(name);
  }

  /** The file was taken, or is not wanted: its pieces go. */
  async remove(name: string): Promise<void> {
    this.forget(name);
    await rm(this.#pathOf(name), { force: true });
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.parts`);
  }

  async #add(part: FilePart): Promise<ReceivedParts> {
    const draft = await this.#draft(part.name);
    const isMisplaced = part.from !== null && part.from !== draft.received;
    if (part.from === null && draft.received < part.totalBytes)
      await this.#requireRoom(part.totalBytes - draft.received);
    if (part.from !== null && !isMisplaced) {
      if (part.from + part.bytes.length > part.totalBytes) throw new AppError('bad_request');
      await this.#requireRoom(part.bytes.length);
      await this.#write(part.name, draft, part.bytes);
    }
    const isWhole = draft.received === part.totalBytes;
    return {
      received: draft.received,
      sha256: isWhole ? draft.hash.copy().digest('hex') : null,
      path: draft.path,
      isMisplaced,
    };
  }

  async #write(name: string, draft: Draft, bytes: Uint8Array): Promise<void> {
    const handle = await open(draft.path, 'r+');
    try {
      const { bytesWritten } = await handle.write(bytes, 0, bytes.length, draft.received);
      if (bytesWritten < bytes.length) throw new AppError('unavailable');
    } catch (error) {
      this.forget(name);
      throw error;
    } finally {
      await handle.close();
    }
    draft.received += bytes.length;
    draft.hash.update(bytes);
  }

  #draft(name: string): Promise<Draft> {
    const known = this.#drafts.get(name);
    if (known !== undefined) return known;
    const draft = openDraft(this.#pathOf(name));
    this.#drafts.set(name, draft);
    draft.catch(() => this.#drafts.delete(name));
    return draft;
  }
}

/** What an earlier run of this program took is summed again. */
async function openDraft(path: string): Promise<Draft> {
  await (await open(path, 'a', 0o600)).close();
  const hash = createHash('sha256');
  let received = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    received += chunk.length;
  }
  return { path, received, hash };
}
