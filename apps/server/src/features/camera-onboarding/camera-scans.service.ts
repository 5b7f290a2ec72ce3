import { setTimeout as delay } from 'node:timers/promises';
import type { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import type { CameraScan } from '@sightline/contracts/camera-onboarding/camera-onboarding';
import { AppError } from '@sightline/contracts/shared/errors';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import { isDuplicate, type Database, type Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import type { Log } from '../../platform/log/log.ts';
import { placesOfCameras } from '../cameras/cameras.public.ts';
import { awayCode, findEdgeRef, requireEdge } from '../edges/edges.public.ts';
import * as repository from './camera-scans.repository.ts';
import { knownDevices } from './known-devices.ts';

/** Beyond the time that the core was given: the way there and back, and its last answers. */
const answerMs = 15_000;
/** How often a core is asked again that still looks for somebody else. */
const againMs = 500;

/** What scans need from the rest of the server. */
export interface CameraScansDeps {
  database: Database;
  changes: Changes;
  edges: EdgeCommands;
  clock: Clock;
  log: Log;
}

type StartInput = z.output<(typeof cameraOnboardingCalls)['startScan']['body']>;

/** What cores find in their networks. */
export type CameraScansService = ReturnType<typeof createCameraScansService>;

/** Scans: begun here, done by the core, kept for who asked so that a page that is opened again still shows them. */
export function createCameraScansService(deps: CameraScansDeps) {
  const running = new Set<Promise<void>>();
  const read = (actor: MemberActor, id: string): Promise<CameraScan> =>
    deps.database.withOrganization(actor.organizationId, async (trx) => {
      const row = await repository.findScan(trx, placeOf(actor), id);
      if (!row) throw new AppError('not_found');
      return present(trx, actor, row);
    });
  return {
    start: async (actor: MemberActor, input: StartInput): Promise<CameraScan> => {
      const { scanId, endsBy } = await begin(deps, actor, input);
      const work = scan(
        deps,
        { organizationId: actor.organizationId, scanId, startBy: endsBy.getTime() - input.forMs + answerMs },
        input,
      );
      running.add(work);
      void work.finally(() => running.delete(work));
      return read(actor, scanId);
    },
    get: read,
    last: (actor: MemberActor, edgeId: string): Promise<{ scan: CameraScan | null }> =>
      deps.database.withOrganization(actor.organizationId, async (trx) => {
        requireEdge(actor, await findEdgeRef(trx, actor.organizationId, edgeId), 'CameraCreate');
        const row = await repository.newestScan(trx, placeOf(actor), edgeId);
        return { scan: row ? await present(trx, actor, row) : null };
      }),
    cancel: (actor: MemberActor, id: string): Promise<CameraScan> =>
      cancel(deps, actor, id).then(() => read(actor, id)),
    /** Waits for what is asked of cores; their link must have ended, or it takes as long as the scans do. */
    stop: async (): Promise<void> => void (await Promise.all(running)),
  };
}

const placeOf = ({ organizationId, userId }: MemberActor) => ({ organizationId, userId });

async function present(trx: Work, actor: MemberActor, row: repository.ScanRow): Promise<CameraScan> {
  const found = row.devices.map((device) => ({ ...device, uuid: device.uuid ?? null }));
  const knownAs = knownDevices(found, await placesOfCameras(trx, actor, row.edgeId));
  const { id, edgeId, state, cause, probesSubnet, isCut } = row;
  const devices = found.map((device) => {
    const { uuid: _, ...shown } = device;
    return { ...shown, ...knownAs(device) };
  });
  return {
    id,
    edgeId,
    state,
    cause,
    probesSubnet,
    isCut,
    devices,
    startedAtUtcMs: row.startedAt.getTime(),
    endsByUtcMs: row.endsBy.getTime(),
  };
}

async function begin(
  deps: CameraScansDeps,
  actor: MemberActor,
  { edgeId, probesSubnet, forMs }: StartInput,
): Promise<{ scanId: string; endsBy: Date }> {
  const { organizationId } = actor;
  const id = newId();
  const startedAt = new Date(deps.clock());
  try {
    return await deps.changes.run({ organizationId, by: actor }, async ({ trx, audit }) => {
      const edge = requireEdge(actor, await findEdgeRef(trx, organizationId, edgeId), 'CameraCreate');
      if (!edge.isLinked) throw new AppError(awayCode(edge));
      await repository.tidyScans(trx, organizationId, startedAt);
      // Somebody else may look just now: then this one has its turn afterwards.
      const freeAt = Math.max(
        startedAt.getTime(),
        (await repository.busyUntil(trx, { organizationId, edgeId }))?.getTime() ?? 0,
      );
      const endsBy = new Date(freeAt + forMs);
      await repository.insertScan(trx, placeOf(actor), { id, edgeId, probesSubnet, startedAt, endsBy });
      await audit({ action: 'core.scan', entityKind: 'edge', entityId: edgeId, data: { probesSubnet } });
      return { scanId: id, endsBy };
    });
  } catch (error) {
    if (isDuplicate(error, 'camera_scans_running')) throw new AppError('onvif_scan_running', {}, { cause: error });
    throw error;
  }
}

interface ScanTurn {
  organizationId: string;
  scanId: string;
  /** Until when the core may be busy with what others asked it, UTC ms. */
  startBy: number;
}

/** What the core finds, as soon as it looks for nobody else; null when it was cancelled before its turn. */
async function answerOf(
  deps: CameraScansDeps,
  { organizationId, scanId, startBy }: ScanTurn,
  { edgeId, forMs, probesSubnet }: StartInput,
) {
  for (;;) {
    const isWanted = await deps.database.withOrganization(organizationId, (trx) =>
      repository.isRunning(trx, { organizationId, id: scanId }),
    );
    if (!isWanted) return null;
    try {
      const body = { scanId, forMs, probesSubnet };
      return await deps.edges.request({
        organizationId,
        edgeId,
        command: 'onvif.scan',
        body,
        timeoutMs: forMs + answerMs,
      });
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'onvif_scan_running';
      if (!isBusy || deps.clock() > startBy) throw error;
      await delay(againMs);
    }
  }
}

/** Asks the core and keeps its answer, or why there is none. */
async function scan(deps: CameraScansDeps, turn: ScanTurn, input: StartInput): Promise<void> {
  const { organizationId, scanId } = turn;
  const at = { organizationId, id: scanId };
  try {
    const found = await answerOf(deps, turn, input);
    if (found === null) return;
    await deps.database.withOrganization(organizationId, async (trx) => {
      await repository.keepDevices(trx, at, found);
      await repository.endScan(trx, at, { state: 'finished' });
    });
  } catch (error) {
    const cause = error instanceof AppError ? error.code : 'internal';
    if (cause === 'internal') deps.log.warn({ err: error }, 'a scan for cameras failed');
    await deps.database
      .withOrganization(organizationId, (trx) => repository.endScan(trx, at, { state: 'failed', cause }))
      // The next scan of this core ends it; nobody waits here any more.
      .catch((failure: unknown) => deps.log.warn({ err: failure }, 'the end of a scan could not be kept'));
  }
}

async function cancel(deps: CameraScansDeps, actor: MemberActor, id: string): Promise<void> {
  const { organizationId } = actor;
  const row = await deps.database.withOrganization(organizationId, async (trx) => {
    const found = await repository.findScan(trx, placeOf(actor), id);
    if (!found) throw new AppError('not_found');
    await repository.endScan(trx, { organizationId, id }, { state: 'cancelled' });
    return found;
  });
  if (row.state !== 'running') return;
  try {
    await deps.edges.request({
      organizationId,
      edgeId: row.edgeId,
      command: 'onvif.scanCancel',
      body: { scanId: id },
      timeoutMs: 5_000,
    });
  } catch (error) {
    // A core that cannot be reached looks for nothing any more, or stops when its time is over.
    if (!(error instanceof AppError)) throw error;
  }
}
