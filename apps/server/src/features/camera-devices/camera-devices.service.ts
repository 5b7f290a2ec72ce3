import type { cameraDevicesCalls } from '@sightline/contracts/camera-devices/camera-devices.api';
import type { OnvifAction, OnvifState } from '@sightline/contracts/cameras/camera-onvif';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { AuditActionOf, Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { cameraFor, type CamerasService } from '../cameras/cameras.public.ts';
import { HeldMoves } from './held-moves.ts';

const deviceTimeoutMs = 20_000;

/** What devices need from the rest of the server. */
export interface CameraDevicesDeps {
  database: Database;
  changes: Changes;
  edges: EdgeCommands;
  cameras: CamerasService;
  clock: Clock;
}

type CredentialsInput = z.output<(typeof cameraDevicesCalls)['setCredentials']['body']>;

/** Devices behind cameras. */
export type CameraDevicesService = ReturnType<typeof createCameraDevicesService>;

/** What stands in the audit; a movement that ends by itself is one with its beginning. */
const deeds: Record<OnvifAction['kind'], AuditActionOf<'camera'> | null> = {
  move: 'camera.turn',
  stop: null,
  goToPreset: 'camera.turn',
  savePreset: 'camera.savePreset',
  removePreset: 'camera.removePreset',
  setClock: 'camera.setClock',
  reboot: 'camera.reboot',
  setImaging: 'camera.setImaging',
};

/** The device of a camera is asked through its core; new credentials go there with the next operation. */
export function createCameraDevicesService(deps: CameraDevicesDeps) {
  const held = new HeldMoves();
  return {
    state: async (actor: MemberActor, cameraId: string): Promise<OnvifState> => {
      const { organizationId } = actor;
      const { edgeId } = await deps.database.withOrganization(organizationId, (trx) =>
        cameraFor(trx, actor, { cameraId, permission: 'CameraView' }),
      );
      return deps.edges.request({
        organizationId,
        edgeId,
        command: 'onvif.state',
        body: { cameraId },
        timeoutMs: deviceTimeoutMs,
      });
    },
    act: (actor: MemberActor, cameraId: string, action: OnvifAction): Promise<{ preset: string | null }> =>
      act({ ...deps, held }, actor, { cameraId, action }),
    setCredentials: (actor: MemberActor, input: CredentialsInput) => setCredentials(deps, actor, input),
  };
}

async function act(
  deps: CameraDevicesDeps & { held: HeldMoves },
  actor: MemberActor,
  wanted: { cameraId: string; action: OnvifAction },
): Promise<{ preset: string | null }> {
  const { organizationId, userId } = actor;
  const { cameraId, action } = wanted;
  const { edgeId, locationId } = await deps.database.withOrganization(organizationId, (trx) =>
    cameraFor(trx, actor, { cameraId, permission: 'CameraEdit' }),
  );
  const deed = deeds[action.kind];
  const write = async (data: object): Promise<void> => {
    if (deed === null) return;
    const entry = { action: deed, entityKind: 'camera' as const, entityId: cameraId, data: { action, ...data } };
    await deps.changes.run({ organizationId, by: actor }, ({ audit }) => audit(entry));
  };
  // Before the device is asked: it may do what it is told although its answer never comes. A hold stands there once.
  if (!deps.held.isContinued({ organizationId, userId, cameraId }, action, deps.clock())) await write({});
  try {
    const answer = await deps.edges.request({
      organizationId,
      edgeId,
      command: 'onvif.act',
      body: wanted,
      timeoutMs: deviceTimeoutMs,
    });
    if (action.kind === 'reboot')
      await deps.changes.run({ organizationId, by: actor }, ({ announce }) =>
        announce({ kind: 'cameras.reboot', cameraId, locationId }),
      );
    return answer;
  } catch (error) {
    if (error instanceof AppError) await write({ failure: error.code });
    throw error;
  }
}

async function setCredentials(
  deps: CameraDevicesDeps,
  actor: MemberActor,
  { cameraIds, credentials }: CredentialsInput,
): Promise<{ results: { cameraId: string; cause: ErrorCode | null }[] }> {
  const ids = [...new Set(cameraIds)];
  // All of them or none: a list with something that is not there was made by mistake.
  await deps.database.withOrganization(actor.organizationId, async (trx) => {
    for (const cameraId of ids) await cameraFor(trx, actor, { cameraId, permission: 'CameraEdit' });
  });
  const results: { cameraId: string; cause: ErrorCode | null }[] = [];
  for (const cameraId of ids) {
    const cause = await deps.cameras.update(actor, cameraId, { credentials }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      },
    );
    results.push({ cameraId, cause });
  }
  return { results };
}
