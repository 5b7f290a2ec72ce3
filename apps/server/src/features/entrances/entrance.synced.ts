import { syncedKinds, type SyncedContent } from '@sightline/contracts/link/synced-kinds';
import type { Bus } from '../../platform/bus/bus.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import { createSharedEntity, followShared, operationsTopic, type SharedEntity } from '../edges/edges.public.ts';
import { entranceKind, entranceNames, entrancesOfCore, findEntrance } from './entrances.repository.ts';

/** Entrances as cores are told of them: those of their cameras. */
export const entranceEntity: SharedEntity = {
  ...createSharedEntity({
    kind: entranceKind,
    schema: syncedKinds.entrance,
    sight: 'CameraView',
    list: async (trx, core, only) =>
      (await entrancesOfCore(trx, core, only)).map(({ id, ...content }) => ({
        id,
        content: content satisfies SyncedContent<'entrance'>,
      })),
    named: async (trx, organizationId, ids) =>
      new Map((await entranceNames(trx, organizationId, ids)).map(({ id, name, path }) => [id, { name, path }])),
  }),
  // Screens learn that the core has it.
  confirm: async (work, { organizationId }, { entityId: entranceId }) => {
    const row = await findEntrance(work.trx, { organizationId, entranceId });
    if (!row) return;
    const { cameraId, locationId } = row;
    await work.announce({ kind: 'entrances.changed', entranceId, cameraId, locationId });
  },
};

/** Entrances of these cores became otherwise, or their cameras did. */
export async function tellCores(
  { bus }: { bus: Bus },
  work: ChangeWork,
  cores: { organizationId: string; edgeIds: readonly string[] },
): Promise<void> {
  const told = await followShared(work.trx, entranceEntity, cores);
  work.afterCommit(() => {
    for (const edgeId of told) bus.publish(operationsTopic, { edgeId });
  });
}
