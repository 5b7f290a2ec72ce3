import { syncedKinds, type SyncedContent } from '@sightline/contracts/link/synced-kinds';
import type { Bus } from '../../platform/bus/bus.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import { createSharedEntity, followShared, operationsTopic, type SharedEntity } from '../edges/edges.public.ts';
import { doorKind, doorPaths, doorsOfCore, findDoor } from './doors.repository.ts';

/** Saved doors as cores are told of them: those of their cameras, with looks once a person has confirmed them. */
export const doorEntity: SharedEntity = {
  ...createSharedEntity({
    kind: doorKind,
    schema: syncedKinds.door,
    sight: 'CameraView',
    list: async (trx, core, only) =>
      (await doorsOfCore(trx, core, only)).map(
        ({ id, cameraId, area, isConfirmed, closeSignature: closed, openSignature: open }) => ({
          id,
          content: {
            cameraId,
            area,
            looks: isConfirmed && closed !== null && open !== null ? { closed, open } : null,
          } satisfies SyncedContent<'door'>,
        }),
      ),
    named: async (trx, organizationId, ids) =>
      new Map((await doorPaths(trx, organizationId, ids)).map(({ id, name, path }) => [id, { name, path }])),
  }),
  // Screens learn that the core has it.
  confirm: async (work, { organizationId }, { entityId: doorId }) => {
    const row = await findDoor(work.trx, { organizationId, doorId });
    if (!row) return;
    const { cameraId, locationId } = row;
    await work.announce({ kind: 'doors.changed', doorId, cameraId, locationId });
  },
};

/** Doors of these cores became otherwise, or their cameras did. */
export async function tellCores(
  { bus }: { bus: Bus },
  work: ChangeWork,
  cores: { organizationId: string; edgeIds: readonly string[] },
): Promise<void> {
  const told = await followShared(work.trx, doorEntity, cores);
  work.afterCommit(() => {
    for (const edgeId of told) bus.publish(operationsTopic, { edgeId });
  });
}
