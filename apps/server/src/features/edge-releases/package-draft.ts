import { packageBytes } from '@sightline/contracts/edge-releases/core-package';
import { AppError } from '@sightline/contracts/shared/errors';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const silenceMs = 60_000;

/**
 * Writes what is uploaded to a new file; answers its length and SHA-256 (hex). Fails with `payload_too_large`, and with
 * `core_package_broken` when nothing comes for `patienceMs`: whoever stops sending would hold the disk for ever.
 */
export async function writeDraft(
  path: string,
  body: AsyncIterable<Uint8Array>,
  patienceMs = silenceMs,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), patienceMs);
  let bytes = 0;
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      timer.refresh();
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > packageBytes ? new AppError('payload_too_large', { bytes: packageBytes }) : null, chunk);
    },
  });
  try {
    // A stream itself is ended at once; what only hands out pieces would be waited for.
    await pipeline(
      body instanceof Readable ? body : Readable.from(body),
      count,
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      {
        signal: silent.signal,
      },
    );
  } catch (error) {
    throw silent.signal.aborted ? new AppError('core_package_broken', { reason: 'silent' }, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
  return { bytes, sha256: hash.digest('hex') };
}
