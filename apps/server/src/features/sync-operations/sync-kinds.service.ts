import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import type { SyncedCore, SyncedEntities, SyncedEntity } from '../../platform/sync/synced-entity.ts';
import { addOperation } from '../edges/edges.public.ts';
import * as repository from './sync-operations.repository.ts';

/**
 * What follows when a core says which kinds of entities it knows. Of a kind that is new to it (its software is newer than before) it is told
 * all that is wanted, by ordinary operations; of one that it knows no more (it went back to software of before) nothing waits for it
 * any longer. What carries such a kind in its own content is told anew. Kinds that follow from something else are followed at every link.
 */
export const createKindsAnnounced =
  (entities: SyncedEntities) =>
  async ({ trx }: ChangeWork, core: SyncedCore, before: ReadonlySet<string>): Promise<void> => {
    const isOther = (kind: string): boolean => core.kinds.has(kind) !== before.has(kind);
    await repository.withdrawOthers(trx, core, [...core.kinds]);
    for (const entity of entities.of(core)) {
      const isNew = isOther(entity.kind);
      if (entity.follow) await entity.follow(trx, core, isNew);
      else if (isNew) await notifyAll(trx, core, { entity, isTold: () => true });
      if (entity.merges?.some(isOther) !== true) continue;
      const told = await repository.toldEntities(trx, core, entity.kind);
      await notifyAll(trx, core, { entity, isTold: (id) => told.has(id) });
    }
  };

/** As new revisions, because the core may hold the ones of now with other content. What was never sent goes out as it must anyway. */
async function notifyAll(
  trx: Work,
  core: SyncedCore,
  { entity, isTold }: { entity: SyncedEntity; isTold: (id: string) => boolean },
): Promise<void> {
  for (const { id, revision: past } of await entity.wanted(trx, core))
    if (isTold(id)) await notifyAnew(trx, core, { entity, entityId: id, past });
}

/** Tells a core of an entity as a revision that it takes for newer than what it holds (`past`). */
export async function notifyAnew(
  trx: Work,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
  { entity, entityId, past }: { entity: SyncedEntity; entityId: string; past: number },
): Promise<void> {
  const core = { organizationId, edgeId };
  const revision = (await entity.raiseRevision(trx, core, { entityId, past })) ?? past + 1;
  const sequence = await addOperation(trx, core, { entity: entity.kind, entityId, revision });
  await entity.keep?.(trx, core, { entityId, sequence });
}
