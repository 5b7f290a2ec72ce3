import type { EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import type { Work } from '../../platform/database/database.ts';
import { entityKey, type SyncedCore, type SyncedEntities } from '../../platform/sync/synced-entity.ts';
import { compareContent, type ContentDifference, type WantedEntity } from './compare-content.ts';

/** What a core says that it holds. */
export type HeldContent = EdgeCommandOutput<'sync.content'>;

/** What a core holds beside what is wanted of it. */
export interface Comparison {
  wanted: WantedEntity[];
  differences: ContentDifference[];
  /** Of what the core should not have: what nobody here ever knew, by kind and id. */
  unknown: ReadonlySet<string>;
}

/** Compares kind by kind. */
export async function compareWith(
  entities: SyncedEntities,
  trx: Work,
  { core, held }: { core: SyncedCore; held: HeldContent },
): Promise<Comparison> {
  const wanted = await entities.wanted(trx, core);
  const differences = compareContent(
    wanted,
    held.entities.filter(({ kind }) => entities.find(kind) !== undefined),
  );
  const unknown = new Set<string>();
  const extra = differences.filter(({ kind }) => kind === 'extra');
  for (const [kind, some] of Map.groupBy(extra, ({ entity }) => entity)) {
    const ids = some.map(({ entityId }) => entityId);
    const known = await entities.find(kind)?.known?.(trx, core.organizationId, ids);
    if (known) for (const id of ids.filter((one) => !known.has(one))) unknown.add(entityKey(kind, id));
  }
  return { wanted, differences, unknown };
}
