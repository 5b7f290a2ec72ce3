import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import { readRange } from '../../platform/http/byte-range.ts';
import type { ByteAnswer } from '../../platform/http/mount.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SignedRequest, UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { FileParts } from '../../platform/blobs/file-parts.ts';
import { exportBlobKey, isOfOriginals } from './export-originals.ts';
import { maySeeOriginals, requireExport } from './exports.policy.ts';
import { exportFileName, exportFilePath } from './exports.presenter.ts';
import * as repository from './exports.repository.ts';
import { announceExport } from './exports.service.ts';

/** A day of video at 16 Mbit/s is 173 GB; nothing that a core may send is larger. */
const largestBytes = 200_000_000_000;

/** What the files of exports need from the rest of the server. */
export interface ExportFilesDeps {
  database: Database;
  changes: Changes;
  blobs: Blobs;
  signer: UrlSigner;
  clock: Clock;
  log: Log;
  memberOf: MemberOf;
}

/** A file on its way in: who sends it, and the sum that the sender says it has. */
export interface Upload {
  exportId: string;
  token: string;
  body: Readable;
  contentLength: number | null;
  claimedSha256: string | null;
}

/** A piece of such a file; `from` null asks how far it has come. */
export interface UploadPart extends Omit<Upload, 'body' | 'contentLength' | 'claimedSha256'> {
  from: number | null;
  totalBytes: number;
  bytes: Uint8Array;
  claimedSha256: string;
}

/** How far a file has come that is sent in pieces. */
export interface PartAnswer {
  received: number;
  isDone: boolean;
  /** The piece was not taken: it belongs behind what was received. */
  isMisplaced: boolean;
}

/** Files of exports: in from the core, out to people. */
export type ExportFilesService = ReturnType<typeof createExportFilesService>;

/** Takes finished files from cores, all or nothing, and hands them out in ranges. */
export function createExportFilesService(deps: ExportFilesDeps) {
  const pieces = new FileParts(deps.blobs);
  return {
    receive: (upload: Upload): Promise<void> => receive(deps, upload),
    receivePart: (part: UploadPart): Promise<PartAnswer> => receivePart(deps, pieces, part),
    file: (exportId: string, asked: SignedRequest, range: string | undefined): Promise<ByteAnswer> =>
      file(deps, { exportId, ...asked }, range),
  };
}

/** Stores how far an export is, as its core says; false when it is not one of this core. */
export async function applyExportState(
  work: ChangeWork,
  from: { organizationId: string; edgeId: string; receivedAt: Date },
  body: Extract<EdgeRecordBody, { kind: 'exportState' }>,
): Promise<boolean> {
  const { organizationId, edgeId } = from;
  const { exportId, progress, failure, bytes, sha256 } = body;
  const place = { organizationId, exportId, edgeId };
  if (!(await repository.isExportOf(work.trx, place))) return false;
  // "done" is said by the server alone, once it has the file and the sums agree.
  const state = body.state === 'done' ? 'uploading' : body.state;
  const isOver = state === 'failed' || state === 'cancelled';
  const change = { state, progress, failure, bytes, sha256, ...(isOver ? { finishedAt: from.receivedAt } : {}) };
  if (!(await repository.updateOpenExport(work.trx, place, change))) return true;
  await finishWhenComplete(work, { organizationId, exportId }, from.receivedAt);
  await announceExport(work, place);
  return true;
}

/** The file is there and the core has said its sum: equal is done, different is failed. */
async function finishWhenComplete(
  work: ChangeWork,
  place: { organizationId: string; exportId: string },
  at: Date,
): Promise<void> {
  const row = await repository.findExport(work.trx, place);
  if (!row?.receivedSha256 || row.sha256 === null) return;
  const isEqual = row.receivedSha256 === row.sha256;
  const change = isEqual
    ? ({ state: 'done', progress: 1, failure: null, finishedAt: at } as const)
    : ({ state: 'failed', failure: 'export_failed', finishedAt: at } as const);
  await repository.updateOpenExport(work.trx, place, change);
}

interface Awaited {
  ticket: { organizationId: string; exportId: string };
  row: repository.ExportRow;
}

/** The export that a token may bring a file for. */
async function awaited(
  deps: ExportFilesDeps,
  { exportId, token }: { exportId: string; token: string },
): Promise<Awaited> {
  const ticket = await repository.findTicket(deps.database, exportId, { token, now: new Date(deps.clock()) });
  const row =
    ticket &&
    (await deps.database.withOrganization(ticket.organizationId, (trx) => repository.findExport(trx, ticket)));
  if (!ticket || !row || row.state === 'cancelled' || row.state === 'failed') throw new AppError('not_found');
  return { ticket, row };
}

async function receive(deps: ExportFilesDeps, upload: Upload): Promise<void> {
  const { exportId, token, body, contentLength, claimedSha256 } = upload;
  const { ticket, row } = await awaited(deps, upload);
  if (contentLength !== null && contentLength > largestBytes) throw new AppError('payload_too_large');
  await deps.blobs.requireRoom(contentLength ?? 0);
  const draft = join(deps.blobs.draftFolder, `${exportId}-${newId()}`);
  try {
    const { bytes, sha256 } = await writeDraft(draft, body);
    if (contentLength !== null && bytes !== contentLength) throw new AppError('bad_request');
    await take(deps, { ticket, row, token, draft, bytes, sha256, claimedSha256 });
  } finally {
    await rm(draft, { force: true });
  }
}

async function receivePart(deps: ExportFilesDeps, pieces: FileParts, part: UploadPart): Promise<PartAnswer> {
  const { token, totalBytes, claimedSha256 } = part;
  const { ticket, row } = await awaited(deps, part);
  if (totalBytes > largestBytes) throw new AppError('payload_too_large');
  // Another file, or one that was made anew, has another sum: its pieces never mix with those of before.
  const name = `${ticket.exportId}-${claimedSha256}`;
  const { received, sha256, path, isMisplaced } = await pieces.add({ ...part, name });
  if (sha256 === null) return { received, isDone: false, isMisplaced };
  try {
    await syncToDisk(path);
    await take(deps, { ticket, row, token, draft: path, bytes: received, sha256, claimedSha256 });
  } catch (error) {
    // What could not be kept yet is not sent anew: the core asks again how far the file has come.
    if (error instanceof AppError && error.code === 'export_failed') await pieces.remove(name);
    else pieces.forget(name);
    throw error;
  }
  await pieces.remove(name);
  return { received, isDone: true, isMisplaced: false };
}

/** The whole file is on the disk: it becomes that of the export when its sum is right. */
async function take(
  deps: ExportFilesDeps,
  file: Awaited & { token: string; draft: string; bytes: number; sha256: string; claimedSha256: string | null },
): Promise<void> {
  const { ticket, row, token, draft, bytes, sha256, claimedSha256 } = file;
  const { organizationId, exportId } = ticket;
  const expected = row.sha256 ?? claimedSha256;
  if (expected !== null && expected !== sha256) throw new AppError('export_failed', { reason: 'sha256' });
  const blobKey = exportBlobKey({ organizationId, cameraId: row.cameraId, exportId, createdAt: row.createdAt, token });
  await deps.blobs.moveIn(draft, blobKey);
  await deps.changes.run({ organizationId, by: nobody }, async (work) => {
    const change = {
      blobKey,
      bytes,
      receivedSha256: sha256,
      ...(row.sha256 === null && claimedSha256 !== null ? { sha256: claimedSha256 } : {}),
    };
    if (!(await repository.updateOpenExport(work.trx, ticket, change)))
      work.afterCommit(() => void removeLate(deps, blobKey));
    await finishWhenComplete(work, ticket, new Date(deps.clock()));
    await repository.deleteTickets(work.trx, ticket);
    await announceExport(work, ticket);
  });
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The export was cancelled while its file was on the way. */
async function removeLate(deps: ExportFilesDeps, blobKey: string): Promise<void> {
  await deps.blobs
    .remove(blobKey)
    .catch((error: unknown) => deps.log.warn({ err: error, blobKey }, 'a cancelled export could not be removed'));
}

async function writeDraft(path: string, body: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > largestBytes ? new AppError('payload_too_large') : null, chunk);
    },
  });
  await pipeline(body, count, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  await syncToDisk(path);
  return { bytes, sha256: hash.digest('hex') };
}

async function file(
  deps: ExportFilesDeps,
  wanted: SignedRequest & { exportId: string },
  rangeHeader: string | undefined,
): Promise<ByteAnswer> {
  const { exportId, query, address } = wanted;
  const signedFor = deps.signer.verify(exportFilePath(exportId), query, deps.clock());
  const actor = signedFor && (await deps.memberOf({ ...signedFor, address }));
  if (!actor) throw new AppError('not_found');
  const row = await deps.database.withOrganization(actor.organizationId, async (trx) =>
    requireExport(actor, await repository.findExport(trx, { organizationId: actor.organizationId, exportId })),
  );
  if (row.blobKey !== null && isOfOriginals(row.blobKey) && !maySeeOriginals(actor, row.entityPath))
    throw new AppError('not_found');
  return bytesOfExport(deps.blobs, row, { range: rangeHeader, disposition: downloadHeader(row) });
}

/** Has browsers save the file of an export under its own name. */
export function downloadHeader(row: Parameters<typeof exportFileName>[0]): string {
  const name = exportFileName(row);
  return `attachment; filename="${name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, escape)}`;
}

/** The finished file, or the part of it that a `Range` asks for. Throws `export_not_ready`. */
export async function bytesOfExport(
  blobs: Blobs,
  row: Pick<repository.ExportRow, 'id' | 'state' | 'blobKey' | 'sha256'>,
  { range: rangeHeader, disposition }: { range: string | undefined; disposition: string },
): Promise<ByteAnswer> {
  const info = row.blobKey === null ? null : await blobs.stat(row.blobKey);
  if (row.state !== 'done' || row.blobKey === null || info === null) throw new AppError('export_not_ready');
  const headers = {
    'accept-ranges': 'bytes',
    'content-disposition': disposition,
    etag: `"${row.sha256 ?? row.id}"`,
  };
  const range = readRange(rangeHeader, info.bytes);
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${info.bytes}` }, body: new Uint8Array() };
  const { start, end } = range ?? { start: 0, end: info.bytes - 1 };
  const partial: Record<string, string> = range ? { 'content-range': `bytes ${start}-${end}/${info.bytes}` } : {};
  return {
    status: range ? 206 : 200,
    headers: { ...headers, ...partial, 'content-length': String(end - start + 1) },
    body: blobs.stream(row.blobKey, { start, end }),
  };
}

const draftLifeMs = 86_400_000;

/** Halves of files whose upload broke off together with this program. */
export async function removeOldDrafts(blobs: Blobs, now: Date): Promise<void> {
  for (const name of await readdir(blobs.draftFolder)) {
    const path = join(blobs.draftFolder, name);
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found !== null && now.getTime() - found.mtimeMs > draftLifeMs) await rm(path, { force: true });
  }
}
