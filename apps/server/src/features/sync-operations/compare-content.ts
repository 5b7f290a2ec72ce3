import type { SyncDifference } from '@sightline/contracts/sync-operations/sync-operation';
import { entityKey } from '../../platform/sync/synced-entity.ts';

/** An entity as it is wanted of a core. */
export interface WantedEntity {
  kind: string;
  id: string;
  revision: number;
}

/** An entity as a core holds it; `isLive` false: it knows that it is gone. */
export interface HeldEntity extends WantedEntity {
  isLive: boolean;
}

/** A difference, with the revision that the core must be told more than; 0 when it never heard of the entity. */
export type ContentDifference = Omit<SyncDifference, 'entityName' | 'canAdopt'> & { heldRevision: number };

/** What a core has otherwise than it is wanted, entity by entity, sorted by kind and id. */
export function compareContent(wanted: readonly WantedEntity[], held: readonly HeldEntity[]): ContentDifference[] {
  const known = new Map(held.map((entity) => [entityKey(entity.kind, entity.id), entity]));
  const differences = wanted.flatMap(({ kind: entity, id, revision }): ContentDifference[] => {
    const key = entityKey(entity, id);
    const there = known.get(key);
    known.delete(key);
    if (there?.isLive !== true)
      return [
        {
          entity,
          entityId: id,
          kind: 'missing',
          cloudRevision: revision,
          edgeRevision: null,
          heldRevision: there?.revision ?? 0,
        },
      ];
    if (there.revision === revision) return [];
    return [
      {
        entity,
        entityId: id,
        kind: 'other',
        cloudRevision: revision,
        edgeRevision: there.revision,
        heldRevision: there.revision,
      },
    ];
  });
  const extra = [...known.values()]
    .filter(({ isLive }) => isLive)
    .map(({ kind: entity, id, revision }): ContentDifference => ({
      entity,
      entityId: id,
      kind: 'extra',
      cloudRevision: null,
      edgeRevision: revision,
      heldRevision: revision,
    }));
  return [...differences, ...extra].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ entity, entityId }: ContentDifference): string => entityKey(entity, entityId);
