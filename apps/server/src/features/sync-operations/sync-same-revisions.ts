import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Database, Work } from '../../platform/database/database.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { entityKey, type SyncedCore, type SyncedEntities } from '../../platform/sync/synced-entity.ts';
import type { ContentDifference, WantedEntity } from './compare-content.ts';
import { compareWith, type HeldContent } from './sync-differences.ts';
import * as repository from './sync-operations.repository.ts';
import type { QueuePlace } from './sync-operations.repository.ts';
import { askTold } from './sync-told.ts';

/** An entity that the core is told of anew, past the revision that it holds. */
export type Told = Pick<ContentDifference, 'entity' | 'entityId' | 'heldRevision'>;

/** What a core was told of entities, by kind and id. */
export type ToldContents = ReadonlyMap<string, unknown>;

/** So many are asked of a core one by one; those beyond are told anew like them, only without a name in the notice. */
const askedAtMost = 500;

/** What is held with the revision that is wanted. */
export function alike(wanted: readonly WantedEntity[], differences: readonly Told[]): Told[] {
  const differing = new Set(differences.map(({ entity, entityId }) => entityKey(entity, entityId)));
  return wanted
    .map(({ kind: entity, id: entityId, revision: heldRevision }) => ({ entity, entityId, heldRevision }))
    .filter(({ entity, entityId }) => !differing.has(entityKey(entity, entityId)));
}

/**
 * Asks a core that another life of this server has told things what it was told under revisions that this one counts as well. Nothing
 * for any other core: there a revision says it all.
 */
export async function askAlike(
  { database, edges, entities }: { database: Database; edges: EdgeCommands; entities: SyncedEntities },
  place: QueuePlace,
  held: HeldContent,
): Promise<ToldContents> {
  const { core, same } = await database.withOrganization(place.organizationId, async (trx) => {
    const state = await repository.queueState(trx, place);
    if (!state.isOtherHistory) return { core: state.core, same: [] };
    const { wanted, differences } = await compareWith(entities, trx, { core: state.core, held });
    return { core: state.core, same: alike(wanted, differences).slice(0, askedAtMost) };
  });
  const contents = new Map<string, unknown>();
  for (const { entity: kind, entityId } of same) {
    try {
      const told = await askTold(edges, { ...place, kind, entityId, isOld: core.kinds.size === 1 });
      contents.set(entityKey(kind, entityId), told.content);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // It is put right all the same; what cannot be compared has no name in the notice. One that does not answer is not asked on.
      if (error.code !== 'not_found') break;
    }
  }
  return contents;
}

/** Those of which the core was told something else than is wanted. Secrets count too: their versions may be of two histories as well. */
export async function othersOf(
  entities: SyncedEntities,
  trx: Work,
  { core, same, contents }: { core: SyncedCore; same: readonly Told[]; contents: ToldContents },
): Promise<Told[]> {
  const others: Told[] = [];
  for (const one of same) {
    const kind = entities.find(one.entity);
    const said = kind?.schema.safeParse(contents.get(entityKey(one.entity, one.entityId)));
    if (kind === undefined || said?.success !== true) continue;
    const desired = await kind.desired(trx, core, one.entityId);
    // Both as this version reads them: an older core knows nothing of fields that were added since.
    if (desired && !isDeepStrictEqual(said.data, kind.schema.parse(desired.content))) others.push(one);
  }
  return others;
}
