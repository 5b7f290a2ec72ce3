import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Agent as HttpAgent, type ClientRequest, type OutgoingHttpHeaders, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';

export interface UploadTarget {
  url: string;
  /** Sent as a bearer token; good until one upload succeeded. */
  token: string;
  serverCa: string | null;
  /** Largest piece that the server asks for; null for a server of before, which takes the file in one. */
  partBytes: number | null;
}

export interface UploadExport {
  file: string;
  bytes: number;
  sha256: string;
  target: UploadTarget;
  signal: AbortSignal;
  /** 0..1 of the file that the server has. */
  onProgress: (share: number) => void;
}

/** Nothing moved for this long: the connection is dead. */
const silenceMs = 30_000;
/** A server that has something else each time it is asked is not there to be helped. */
const maxMisplaced = 10;

/**
 * Sends a finished file to the server with PUT, as fast as the server takes it. Fails with `export_cancelled`, with
 * `export_upload_too_large`, `export_upload_refused` (`export_failed`, `payload_too_large` before a server of before) when it is
 * refused for good, and with `unavailable` when trying again may help: then it goes on where the server has stopped.
 */
export async function uploadExport(upload: UploadExport): Promise<void> {
  const { partBytes } = upload.target;
  try {
    if (partBytes === null) await sendWhole(upload);
    else await sendParts(upload, partBytes);
  } catch (error) {
    if (upload.signal.aborted) throw new AppError('export_cancelled');
    throw error instanceof AppError ? error : new AppError('unavailable', {}, { cause: error });
  }
}

interface Answer {
  status: number;
  /** How much of the file the server has, where it says so. */
  received: number | null;
}

async function sendWhole(upload: UploadExport): Promise<void> {
  const request = begin(upload, { 'content-length': upload.bytes });
  const answer = answerOf(request);
  const file = createReadStream(upload.file);
  let sent = 0;
  file.on('data', (chunk) => {
    sent += chunk.length;
    upload.onProgress(sent / upload.bytes);
  });
  const [{ status }] = await Promise.all([
    answer,
    pipeline(file, request).catch((error: unknown) => endedEarly(error, answer)),
  ]);
  if (!isTaken(status)) throw refusal(status, { 413: 'payload_too_large', other: 'export_failed' });
}

async function sendParts(upload: UploadExport, partBytes: number): Promise<void> {
  const isTls = new URL(upload.target.url).protocol === 'https:';
  const agent = isTls
    ? new HttpsAgent({ keepAlive: true, maxSockets: 1 })
    : new HttpAgent({ keepAlive: true, maxSockets: 1 });
  const file = await open(upload.file, 'r');
  try {
    // An earlier attempt, or a run of this program before, may have brought a part of it already.
    let answer = await sendPart(upload, { agent, from: null, bytes: Buffer.alloc(0) });
    for (let misplaced = 0; answer.status !== 204;) {
      const from = answer.received;
      if (from === null || from >= upload.bytes || misplaced > maxMisplaced) throw new AppError('unavailable');
      upload.onProgress(from / upload.bytes);
      answer = await sendPart(upload, {
        agent,
        from,
        bytes: await readPart(file, from, Math.min(partBytes, upload.bytes - from)),
      });
      if (answer.status === 409) misplaced += 1;
    }
    upload.onProgress(1);
  } finally {
    agent.destroy();
    await file.close();
  }
}

async function readPart(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from);
  if (bytesRead !== length) throw new AppError('export_failed');
  return buffer;
}

/** Answers what was taken (204: all of it) or belongs elsewhere (409); everything else is a failure. */
async function sendPart(
  upload: UploadExport,
  part: { agent: HttpAgent; from: number | null; bytes: Buffer },
): Promise<Answer> {
  const { agent, from, bytes } = part;
  const range = from === null ? '*' : `${from}-${from + bytes.length - 1}`;
  const request = begin(
    upload,
    { 'content-length': bytes.length, 'content-range': `bytes ${range}/${upload.bytes}` },
    agent,
  );
  const answer = answerOf(request);
  request.end(bytes);
  const { status, received } = await answer;
  if (isTaken(status) || (status === 409 && received !== null)) return { status, received };
  throw refusal(status, { 413: 'export_upload_too_large', other: 'export_upload_refused' });
}

function begin(
  { target, sha256, signal }: UploadExport,
  headers: OutgoingHttpHeaders,
  agent?: HttpAgent,
): ClientRequest {
  const url = new URL(target.url);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(url, {
    method: 'PUT',
    signal,
    timeout: silenceMs,
    headers: {
      authorization: `Bearer ${target.token}`,
      'content-type': 'video/mp4',
      'x-sightline-sha256': sha256,
      ...headers,
    },
    ...(agent === undefined ? {} : { agent }),
    ...(target.serverCa === null ? {} : { ca: target.serverCa }),
  });
  request.on('timeout', () => request.destroy(new Error('the server takes nothing')));
  return request;
}

function answerOf(request: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('response', (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      const received = response.headers['x-sightline-received'];
      resolve({
        status,
        received: typeof received === 'string' && /^\d{1,15}$/.test(received) ? Number(received) : null,
      });
      // A refusal comes before everything was sent: the rest need not travel.
      if (!isTaken(status) && !request.writableFinished) request.destroy();
    });
    request.on('error', reject);
  });
}

/** A server that refuses answers before it has read everything; its answer counts, not the broken pipe. */
async function endedEarly(error: unknown, answer: Promise<Answer>): Promise<void> {
  const { status } = await answer.catch(() => ({ status: 0 }));
  if (status === 0) throw error;
}

const isTaken = (status: number): boolean => status >= 200 && status < 300;

function refusal(status: number, codes: { 413: ErrorCode; other: ErrorCode }): AppError {
  if (status >= 500 || status === 408 || status === 429) return new AppError('unavailable', { status });
  return new AppError(status === 413 ? codes[413] : codes.other, { status });
}
