import type { CallAnswer, CallRequest } from '@sightline/contracts/shared/call';
import { packagePartBytes } from '@sightline/contracts/edge-releases/core-package';
import { packageMediaType, type edgeReleasesCalls } from '@sightline/contracts/edge-releases/edge-releases.api';
import type { EdgeRelease } from '@sightline/contracts/edge-releases/edge-release';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { ApiError, toApiError } from '../../platform/api/api-error.ts';

type PartCall = typeof edgeReleasesCalls.uploadPart;
type SentPart = CallAnswer<PartCall>;

interface Sending {
  /** Makes the call of one part. */
  send: (part: CallRequest<PartCall>) => Promise<SentPart>;
  /** Waits before a part is sent again. */
  pause: (ms: number) => Promise<void>;
  /** 0..1 of the file that the server has. */
  onProgress: (share: number) => void;
}

/** Together a bit more than a minute: as long as a server or a proxy takes to start again. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
/** A server that has something else each time it is asked is not there to be helped. */
const maxMisplaced = 10;

/**
 * Sends a package in parts that every proxy lets pass; one that got lost is sent again, and a file of which a part is there already goes
 * on behind it. Fails with what the server says of the package, `core_package_proxy_limit` where even a part is too large on the
 * way, and `core_package_interrupted` when no answer came for a minute.
 */
export async function sendPackage(file: File, sending: Sending): Promise<EdgeRelease> {
  const params = { file: `${String(file.size)}-${String(Math.max(0, Math.trunc(file.lastModified)))}` };
  if (file.size === 0) throw failure('core_package_broken');
  const put = (from: number | undefined, part: Blob): Promise<SentPart> =>
    sendUntilAnswered(sending, {
      params,
      query: { totalBytes: file.size, ...(from === undefined ? {} : { from }) },
      body: new Blob([part], { type: packageMediaType }),
    });
  let answer = await put(undefined, new Blob());
  for (let misplaced = 0; answer.release === null;) {
    const from = answer.received;
    if (from >= file.size || misplaced > maxMisplaced) throw failure('core_package_interrupted');
    sending.onProgress(from / file.size);
    const to = Math.min(from + packagePartBytes, file.size);
    answer = await put(from, file.slice(from, to));
    if (answer.received !== to) misplaced += 1;
  }
  sending.onProgress(1);
  return answer.release;
}

/** A part whose answer got lost may have been taken: sent again, it is not taken twice. */
async function sendUntilAnswered({ send, pause }: Sending, part: CallRequest<PartCall>): Promise<SentPart> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(part);
    } catch (thrown) {
      const failed = toApiError(thrown);
      if (failed.code === 'payload_too_large') throw failure('core_package_proxy_limit', failed);
      if (failed.code !== 'unavailable') throw failed;
      const waitMs = pausesMs[attempt];
      if (waitMs === undefined) throw failure('core_package_interrupted', failed);
      await pause(waitMs);
    }
  }
}

const failure = (code: ErrorCode, from?: ApiError): ApiError =>
  new ApiError({ code, data: {}, message: from?.message ?? '', requestId: from?.requestId ?? null }, from?.status ?? 0);
