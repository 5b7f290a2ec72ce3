import type { FootageExport } from '@sightline/contracts/exports/export';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Clock } from '../../platform/clock/clock.ts';
import type { ChangePlace, Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import type { Log } from '../../platform/log/log.ts';
import type { UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { cameraFor, requireHidden } from '../cameras/cameras.public.ts';
import { newUploadToken } from './export-originals.ts';
import { exportableCameras, maySeeOriginals, requireExport } from './exports.policy.ts';
import { presentExport } from './exports.presenter.ts';
import * as repository from './exports.repository.ts';

const longestMs = 86_400_000;
/** A core that comes back after days may still hand over what it was asked for. */
const ticketLifeMs = 7 * 86_400_000;
const startTimeoutMs = 15_000;
/** nginx takes 1 MiB in one request unless it is told to take more. */
const uploadPartBytes = 1_000_000;

/** What exports need from the rest of the server. */
export interface ExportsDeps {
  database: Database;
  changes: Changes;
  edges: EdgeCommands;
  signer: UrlSigner;
  clock: Clock;
  log: Log;
}

/** A range of one stream, UTC ms, half open. */
export interface ExportRange {
  fromUtcMs: number;
  toUtcMs: number;
  stream: 'main' | 'sub';
  /** With nothing hidden. */
  originals: boolean;
}

/** Exports as people manage them. */
export type ExportsService = ReturnType<typeof createExportsService>;

/** Exports: asked for here, made by the core, sent back as one file (see `export-files.service.ts`). */
export function createExportsService(deps: ExportsDeps) {
  const { database } = deps;
  return {
    create: (actor: MemberActor, cameraId: string, range: ExportRange): Promise<FootageExport> =>
      create(deps, actor, { cameraId, range }),
    list: (
      actor: MemberActor,
      query: { limit: number; cursor?: string | undefined; cameraId?: string | undefined },
    ): Promise<Page<FootageExport>> => {
      const request = { ...pageRequest(query), cameraId: query.cameraId };
      return database.withOrganization(actor.organizationId, async (trx) => {
        const page = await repository.listExports(
          trx,
          { organizationId: actor.organizationId, scope: exportableCameras(actor) },
          request,
        );
        return { ...page, items: page.items.map((row) => present(deps, actor, row)) };
      });
    },
    get: (actor: MemberActor, exportId: string): Promise<FootageExport> => get(deps, actor, exportId),
    cancel: (actor: MemberActor, exportId: string): Promise<FootageExport> => cancel(deps, actor, exportId),
  };
}

const present = (deps: ExportsDeps, actor: MemberActor, row: repository.ExportRow): FootageExport =>
  presentExport(row, maySeeOriginals(actor, row.entityPath), (path) =>
    deps.signer.sign(path, { sessionId: actor.sessionId, organizationId: actor.organizationId }, deps.clock()),
  );

const get = (deps: ExportsDeps, actor: MemberActor, exportId: string): Promise<FootageExport> =>
  deps.database.withOrganization(actor.organizationId, async (trx) =>
    present(
      deps,
      actor,
      requireExport(actor, await repository.findExport(trx, { organizationId: actor.organizationId, exportId })),
    ),
  );

/** Tells the screens how far an export is. */
export async function announceExport(
  work: ChangeWork,
  place: { organizationId: string; exportId: string },
): Promise<void> {
  const row = await repository.findExport(work.trx, place);
  if (!row) return;
  const { cameraId, locationId, state, progress } = row;
  await work.announce({ kind: 'exports.progress', exportId: row.id, cameraId, locationId, state, progress });
}

async function create(
  deps: ExportsDeps,
  actor: MemberActor,
  { cameraId, range }: { cameraId: string; range: ExportRange },
): Promise<FootageExport> {
  const { organizationId } = actor;
  const exportId = await beginExport(deps, {
    place: { organizationId, by: actor },
    createdBy: actor.userId,
    cameraId,
    range,
    allow: async (trx) => {
      const camera = await cameraFor(trx, actor, { cameraId, permission: 'ExportCreate' });
      if (range.originals && !maySeeOriginals(actor, camera.entityPath))
        throw new AppError('forbidden', { permission: 'OriginalsView' });
      return camera;
    },
  });
  return get(deps, actor, exportId);
}

/** An export that is to be made. */
export interface WantedExport {
  place: ChangePlace;
  createdBy: string;
  cameraId: string;
  range: ExportRange;
  /** Throws where it may not be made; answers the core of the camera. */
  allow: (trx: Work) => Promise<{ edgeId: string }>;
}

/** Asks a core for a file, and answers the id of the export once it makes one. */
export async function beginExport(deps: ExportsDeps, wanted: WantedExport): Promise<string> {
  const { cameraId, range, createdBy } = wanted;
  const { organizationId } = wanted.place;
  const exportId = newId();
  const token = newUploadToken(range.originals);
  const now = deps.clock();
  const { edgeId } = await deps.changes.run(wanted.place, async (work) => {
    const camera = await wanted.allow(work.trx);
    if (!range.originals) await requireHidden(work.trx, organizationId, cameraId);
    if (range.toUtcMs <= range.fromUtcMs || range.toUtcMs - range.fromUtcMs > longestMs)
      throw new AppError('export_range_invalid');
    const values = {
      organizationId,
      id: exportId,
      cameraId,
      edgeId: camera.edgeId,
      stream: range.stream,
      fromAt: new Date(range.fromUtcMs),
      toAt: new Date(range.toUtcMs),
    };
    await repository.insertExport(work.trx, { ...values, createdBy, createdAt: new Date(now) });
    await repository.insertTicket(work.trx, {
      organizationId,
      exportId,
      token,
      expiresAt: new Date(now + ticketLifeMs),
    });
    await work.audit({
      action: 'export.create',
      entityKind: 'export',
      entityId: exportId,
      data: { cameraId, ...range },
    });
    return camera;
  });
  await start(deps, { organizationId, edgeId, exportId, cameraId, range, token });
  return exportId;
}

interface Start {
  organizationId: string;
  edgeId: string;
  exportId: string;
  cameraId: string;
  range: ExportRange;
  token: string;
}

async function start(
  deps: ExportsDeps,
  { organizationId, edgeId, exportId, cameraId, range, token }: Start,
): Promise<void> {
  const body = {
    exportId,
    cameraId,
    ...range,
    uploadPath: `/api/v1/link/uploads/${exportId}`,
    uploadToken: token,
    uploadPartBytes,
  };
  try {
    const { gaps, uncertain } = await deps.edges.request({
      organizationId,
      edgeId,
      command: 'export.start',
      body,
      timeoutMs: startTimeoutMs,
    });
    const known = gaps.map(({ fromUtcMs, toUtcMs, cause }) => ({ fromUtcMs, toUtcMs, cause }));
    await deps.database.withOrganization(organizationId, (trx) =>
      repository.noteFootage(
        trx,
        { organizationId, exportId },
        {
          gaps: JSON.stringify(known),
          uncertain: JSON.stringify(uncertain),
        },
      ),
    );
  } catch (error) {
    // Nothing was begun, so nothing stays behind; the audit keeps that it was asked for.
    await deps.database.withOrganization(organizationId, async (trx) => {
      await repository.deleteTickets(trx, { organizationId, exportId });
      await repository.deleteExport(trx, { organizationId, exportId });
    });
    throw error;
  }
}

async function cancel(deps: ExportsDeps, actor: MemberActor, exportId: string): Promise<FootageExport> {
  const { organizationId } = actor;
  const place = { organizationId, exportId };
  const running = await deps.changes.run({ organizationId, by: actor }, async (work) => {
    const row = requireExport(actor, await repository.findExport(work.trx, place));
    const isOpen = await repository.updateOpenExport(work.trx, place, {
      state: 'cancelled',
      failure: 'export_cancelled',
      finishedAt: new Date(deps.clock()),
    });
    if (!isOpen) return null;
    await repository.deleteTickets(work.trx, place);
    await work.audit({ action: 'export.cancel', entityKind: 'export', entityId: exportId });
    await announceExport(work, place);
    return row;
  });
  if (running) {
    await deps.edges
      .request({ organizationId, edgeId: running.edgeId, command: 'export.cancel', body: { exportId } })
      .catch((error: unknown) => {
        // The core is away: its upload will be refused, and it gives up then.
        deps.log.info({ err: error, exportId }, 'a core could not be told that an export was cancelled');
      });
  }
  return get(deps, actor, exportId);
}
