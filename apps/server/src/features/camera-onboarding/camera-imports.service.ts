import type { cameraImportsCalls } from '@sightline/contracts/camera-onboarding/camera-imports.api';
import {
  importRowLimit,
  type CameraImport,
  type CameraImportRow,
  type ImportRowInput,
} from '@sightline/contracts/camera-onboarding/camera-import';
import { AppError } from '@sightline/contracts/shared/errors';
import type { z } from 'zod';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import { requireEntity } from '../../platform/auth/entity-right.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import type { SignedRequest, UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { findEdgeRef, requireEdge } from '../edges/edges.public.ts';
import { findPlace } from '../locations/locations.public.ts';
import { presentImport, presentLine, snapshotPath } from './camera-imports.presenter.ts';
import * as repository from './camera-imports.repository.ts';
import { checkRow } from './import-row-check.ts';
import { keptFault } from './row-faults.ts';
import { sealAccount } from './import-secrets.ts';
import { pictureFolder, pictureKey } from './import-pictures.ts';
import { askForWork, deleteEnd, dropOldImports, holdWork, insertEnd } from './import-work.repository.ts';

const keptMs = 7 * 86_400_000;
/** Lists of one person that are worked on at the same time, and those that are kept beside. */
const maxImports = 50;

/** What lists of cameras need from the rest of the server. */
export interface CameraImportsDeps {
  database: Database;
  blobs: Blobs;
  box: SealedBox;
  signer: UrlSigner;
  clock: Clock;
  memberOf: MemberOf;
  jobs: Jobs;
}

type CreateInput = z.output<(typeof cameraImportsCalls)['create']['body']>;
type StartInput = z.output<(typeof cameraImportsCalls)['start']['body']>;
type RowsQuery = z.output<(typeof cameraImportsCalls)['rows']['query']>;

/** Lists of cameras, seen by who brought them. */
export type CameraImportsService = ReturnType<typeof createCameraImportsService>;

/** Lists of cameras: brought here, worked on by `import-runner.ts`. */
export function createCameraImportsService(deps: CameraImportsDeps) {
  const { database } = deps;
  const within = <T>(actor: MemberActor, work: (trx: Work) => Promise<T>): Promise<T> =>
    database.withOrganization(actor.organizationId, work);
  const read = async (trx: Work, actor: MemberActor, importId: string): Promise<CameraImport> =>
    presentImport(await requireOwn(trx, actor, importId));
  return {
    create: (actor: MemberActor, input: CreateInput): Promise<CameraImport> =>
      within(actor, (trx) => create(deps, { actor, trx }, input)),
    addRows: (actor: MemberActor, importId: string, rows: readonly ImportRowInput[]): Promise<CameraImport> =>
      within(actor, async (trx) => {
        const row = await requireOwn(trx, actor, importId);
        if (row.work !== null) throw new AppError('camera_import_running');
        await putRows(deps, { actor, trx }, { importId, rows });
        return read(trx, actor, importId);
      }),
    list: (actor: MemberActor): Promise<{ items: CameraImport[] }> =>
      within(actor, async (trx) => ({
        items: (await repository.importsOf(trx, actor.organizationId, actor.userId)).map(presentImport),
      })),
    get: (actor: MemberActor, importId: string): Promise<CameraImport> =>
      within(actor, (trx) => read(trx, actor, importId)),
    rows: (actor: MemberActor, importId: string, query: RowsQuery): Promise<{ items: CameraImportRow[] }> =>
      within(actor, async (trx) => {
        await requireOwn(trx, actor, importId);
        const lines = await repository.readLines(trx, { organizationId: actor.organizationId, importId }, query);
        return {
          items: lines.map((line) =>
            presentLine(importId, line, (path) => deps.signer.sign(path, actor, deps.clock())),
          ),
        };
      }),
    start: (actor: MemberActor, importId: string, input: StartInput): Promise<CameraImport> =>
      within(actor, (trx) => start(deps, { actor, trx }, { importId, input })),
    cancel: (actor: MemberActor, importId: string): Promise<CameraImport> =>
      within(actor, (trx) => cancel({ actor, trx }, importId)),
    remove: (actor: MemberActor, importId: string): Promise<Record<string, never>> => remove(deps, actor, importId),
    snapshot: (importId: string, line: number, request: SignedRequest): Promise<Uint8Array> =>
      snapshot(deps, { importId, line }, request),
  };
}

interface Task {
  actor: MemberActor;
  trx: Work;
}

/** The list of somebody; nobody else's exists. */
async function requireOwn(trx: Work, actor: MemberActor, importId: string): Promise<repository.ImportRow> {
  const row = await repository.findImport(trx, { organizationId: actor.organizationId, importId });
  if (row?.createdBy !== actor.userId) throw new AppError('not_found');
  return row;
}

async function create(deps: CameraImportsDeps, { actor, trx }: Task, input: CreateInput): Promise<CameraImport> {
  const { organizationId, userId } = actor;
  const { type, fileName, edgeId, locationId } = input;
  const edge = requireEdge(actor, await findEdgeRef(trx, organizationId, edgeId), 'CameraCreate');
  const found = await findPlace(trx, organizationId, locationId);
  const place = requireEntity(actor, found && { ...found, entityPath: [...found.entityPath, edge.id] }, {
    permission: 'CameraCreate',
    view: 'CameraView',
  });
  if (!place.entityPath.includes(edge.locationId))
    throw new AppError('camera_not_below_core', { fields: ['locationId'] });
  const importId = newId();
  const createdAt = new Date(deps.clock());
  const settings = JSON.stringify(input.settings);
  const expectedRows = input.expectedRows ?? null;
  await repository.insertImport(trx, organizationId, {
    id: importId,
    type,
    fileName,
    edgeId,
    locationId,
    settings,
    createdBy: userId,
    createdAt,
    expectedRows,
  });
  await insertEnd(trx, { organizationId, importId }, new Date(createdAt.getTime() + keptMs));
  const count = await dropOldImports(
    trx,
    { organizationId, userId },
    { kept: repository.listedImports, now: createdAt },
  );
  if (count > maxImports) throw new AppError('too_many', { limit: maxImports });
  await putRows(deps, { actor, trx }, { importId, rows: input.rows });
  return presentImport(await requireOwn(trx, actor, importId));
}

async function putRows(
  deps: CameraImportsDeps,
  { actor, trx }: Task,
  { importId, rows }: { importId: string; rows: readonly ImportRowInput[] },
): Promise<void> {
  const place = { organizationId: actor.organizationId, importId };
  if (new Set(rows.map(({ line }) => line)).size !== rows.length)
    throw new AppError('validation_failed', { fields: ['rows'] });
  const lines = rows.map(checkRow).map(({ credentials, faults, ...row }) => ({
    ...row,
    fields: faults.map(keptFault),
    username: credentials.username,
    sealed: sealAccount(deps.box, place, { line: row.line, account: credentials }),
    state: row.cause === null ? ('open' as const) : ('failed' as const),
  }));
  await repository.putLines(trx, place, lines);
  const { counts } = await requireOwn(trx, actor, importId);
  if (counts.total > importRowLimit) throw new AppError('too_many', { limit: importRowLimit });
}

async function cancel({ actor, trx }: Task, importId: string): Promise<CameraImport> {
  await requireOwn(trx, actor, importId);
  const place = { organizationId: actor.organizationId, importId };
  await holdWork(trx, place);
  await repository.clearWaiting(trx, place);
  return presentImport(await requireOwn(trx, actor, importId));
}

async function start(
  { jobs }: CameraImportsDeps,
  { actor, trx }: Task,
  { importId, input }: { importId: string; input: StartInput },
): Promise<CameraImport> {
  const { organizationId, sessionId } = actor;
  const place = { organizationId, importId };
  await holdWork(trx, place);
  const row = await requireOwn(trx, actor, importId);
  requireEdge(actor, await findEdgeRef(trx, organizationId, row.edgeId), 'CameraCreate');
  // One row may be looked at while the others wait for the same.
  if (row.work !== null && (input.lines === undefined || row.work !== input.action))
    throw new AppError('camera_import_running');
  const { total } = row.counts;
  if (row.expectedRows !== null && total < row.expectedRows)
    throw new AppError('camera_import_incomplete', { came: total, expected: row.expectedRows });
  await repository.setCause(trx, place, null);
  await repository.markWaiting(trx, place, { action: input.action, only: input.only, lines: input.lines });
  await askForWork(trx, jobs, { ...place, sessionId });
  return presentImport(await requireOwn(trx, actor, importId));
}

async function remove(deps: CameraImportsDeps, actor: MemberActor, importId: string): Promise<Record<string, never>> {
  const place = { organizationId: actor.organizationId, importId };
  await deps.database.withOrganization(actor.organizationId, async (trx) => {
    await requireOwn(trx, actor, importId);
    await deleteEnd(trx, place);
    await repository.deleteImport(trx, place);
  });
  await deps.blobs.removeAll(pictureFolder(place));
  return {};
}

async function snapshot(
  deps: CameraImportsDeps,
  at: { importId: string; line: number },
  { query, address }: SignedRequest,
): Promise<Uint8Array> {
  const { importId, line } = at;
  const signedFor = deps.signer.verify(snapshotPath(importId, line), query, deps.clock());
  const actor = signedFor && (await deps.memberOf({ ...signedFor, address }));
  if (!actor) throw new AppError('not_found');
  await deps.database.withOrganization(actor.organizationId, (trx) => requireOwn(trx, actor, importId));
  const bytes = await deps.blobs.read(pictureKey({ organizationId: actor.organizationId, importId }, line));
  if (!bytes) throw new AppError('not_found');
  return bytes;
}
