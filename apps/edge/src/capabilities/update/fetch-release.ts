import { AppError } from '@sightline/contracts/shared/errors';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Backoff } from '../../platform/backoff.ts';
import { keptFreeBytes } from '../../platform/software/software-room.ts';

export interface ReleaseSource {
  url: string;
  /** Asked before every attempt: the server may have brought a fresh one. */
  token: () => string;
  serverCa: string | null;
  bytes: number;
  sha256: string;
}

export interface FetchRelease {
  source: ReleaseSource;
  /** Keeps what came, also when the connection or the power goes; the next attempt continues. */
  file: string;
  signal: AbortSignal;
  /** 0..1. */
  onProgress: (share: number) => void;
  /** Gives up when nothing new came for this long. */
  patienceMs: number;
}

/** Nothing moved for this long: the connection is dead. */
const silenceMs = 30_000;

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0;

/** Asks for what is missing. */
function ask(source: ReleaseSource, from: number, signal: AbortSignal): Promise<IncomingMessage> {
  const url = new URL(source.url);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { authorization: `Bearer ${source.token()}`, range: `bytes=${String(from)}-` };
  return new Promise((resolve, reject) => {
    const request = send(url, {
      signal,
      timeout: silenceMs,
      headers,
      ...(source.serverCa === null ? {} : { ca: source.serverCa }),
    });
    request.on('timeout', () => request.destroy(new Error('the server sends nothing')));
    request.on('response', resolve);
    request.on('error', reject);
    request.end();
  });
}

/** Fails with `disk_full` when a package would take the room that footage needs. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + keptFreeBytes) throw new AppError('disk_full');
}

/** Adds what the server sends to the file, never more than was announced. */
async function attempt({ source, file, signal, onProgress }: FetchRelease): Promise<void> {
  const have = await sizeOf(file);
  if (have >= source.bytes) return;
  const response = await ask(source, have, signal);
  const isPart =
    response.statusCode === 206 && response.headers['content-range']?.startsWith(`bytes ${String(have)}-`) === true;
  if (response.statusCode !== 200 && !isPart) {
    response.destroy();
    throw new Error(`the server answered ${String(response.statusCode)}`);
  }
  let got = isPart ? have : 0;
  const bounded = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      got += chunk.length;
      onProgress(Math.min(1, got / source.bytes));
      done(got > source.bytes ? new AppError('core_package_broken', { reason: 'longer' }) : null, chunk);
    },
  });
  await pipeline(response, bounded, createWriteStream(file, { flags: isPart ? 'a' : 'w', mode: 0o600 }), { signal });
  // An end without an error is no reason to ask again at once, for ever.
  if (got < source.bytes) throw new Error('the server sent less than it announced');
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** A full disk is not cured by trying again. */
function throwFinal(error: unknown, signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('core_update_cancelled');
  if (error instanceof AppError) throw error;
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new AppError('disk_full', {}, { cause: error });
}

/**
 * Fetches a package, in as many pieces as the network makes of it. Fails with `core_update_fetch_failed` when nothing new came
 * for too long, `core_package_broken` when the whole is not what was announced, `disk_full`, `core_update_cancelled`.
 */
export async function fetchRelease(fetching: FetchRelease): Promise<void> {
  const { source, file, signal, patienceMs } = fetching;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const backoff = new Backoff({ firstMs: 500, limitMs: 30_000 });
  let best = await sizeOf(file);
  let bestMs = performance.now();
  while ((await sizeOf(file)) < source.bytes) {
    try {
      await attempt(fetching);
    } catch (error) {
      throwFinal(error, signal);
      const have = await sizeOf(file);
      if (have > best) bestMs = performance.now();
      best = Math.max(best, have);
      if (performance.now() - bestMs > patienceMs)
        throw new AppError('core_update_fetch_failed', { detail: String(error) }, { cause: error });
      await wait(backoff.next(), undefined, { signal }).catch(() => undefined);
    }
    if (signal.aborted) throw new AppError('core_update_cancelled');
  }
  if ((await sizeOf(file)) === source.bytes && (await sumOf(file)) === source.sha256) return;
  await rm(file, { force: true });
  throw new AppError('core_package_broken', { reason: 'sha256' });
}
