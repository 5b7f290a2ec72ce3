import { createReadStream } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@sightline/contracts/shared/errors';

export interface UploadTarget {
  url: string;
  /** Sent as a bearer token; good until one upload succeeded. */
  token: string;
  serverCa: string | null;
}

export interface UploadExport {
  file: string;
  bytes: number;
  sha256: string;
  target: UploadTarget;
  signal: AbortSignal;
  /** 0..1 of this attempt. */
  onProgress: (share: number) => void;
}

/** Nothing moved for this long: the connection is dead. */
const silenceMs = 30_000;

/**
 * Sends a finished file to the server with PUT, as fast as the server takes it. Fails with `export_cancelled`, with
 * `export_failed` when the server refuses for good, and with `unavailable` when trying again may help.
 */
export async function uploadExport(upload: UploadExport): Promise<void> {
  const url = new URL(upload.target.url);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(url, {
    method: 'PUT',
    signal: upload.signal,
    timeout: silenceMs,
    headers: {
      authorization: `Bearer ${upload.target.token}`,
      'content-type': 'video/mp4',
      'content-length': upload.bytes,
      'x-sightline-sha256': upload.sha256,
    },
    ...(upload.target.serverCa === null ? {} : { ca: upload.target.serverCa }),
  });
  request.on('timeout', () => request.destroy(new Error('the server takes nothing')));
  const status = new Promise<number>((resolve, reject) => {
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      // A refusal comes before everything was sent: the rest need not travel.
      if (!isTaken(response.statusCode ?? 0)) request.destroy();
    });
    request.on('error', reject);
  });
  const file = createReadStream(upload.file);
  let sent = 0;
  file.on('data', (chunk) => {
    sent += chunk.length;
    upload.onProgress(sent / upload.bytes);
  });
  try {
    const [code] = await Promise.all([status, pipeline(file, request).catch((error: unknown) => endedEarly(error, status))]);
    checkStatus(code);
  } catch (error) {
    if (upload.signal.aborted) throw new AppError('export_cancelled');
    throw error instanceof AppError ? error : new AppError('unavailable', {}, { cause: error });
  }
}

/** A server that refuses answers before it has read everything; its answer counts, not the broken pipe. */
async function endedEarly(error: unknown, status: Promise<number>): Promise<void> {
  const code = await status.catch(() => 0);
  if (code === 0) throw error;
}

const isTaken = (code: number): boolean => code >= 200 && code < 300;

function checkStatus(code: number): void {
  if (isTaken(code)) return;
  const mayPass = code >= 500 || code === 408 || code === 429;
  throw new AppError(mayPass ? 'unavailable' : 'export_failed', { status: code });
}
