import type { SyncDifference } from '@sightline/contracts/sync-operations/sync-operation';

/** An entity as it is wanted of a core. */
export interface WantedEntity {
  id: string;
  revision: number;
}

/** An entity as a core holds it; `isLive` false: it knows that it is gone. */
export interface HeldEntity extends WantedEntity {
  isLive: boolean;
}

/** A difference, with the revision that the core must be told more than; 0 when it never heard of the entity. */
export type ContentDifference = Omit<SyncDifference, 'entity' | 'entityName' | 'canAdopt'> & { heldRevision: number };

/** What a core has otherwise than it is wanted, entity by entity, sorted by id. */
export function compareContent(wanted: readonly WantedEntity[], held: readonly HeldEntity[]): ContentDifference[] {
  const known = new Map(held.map((entity) => [entity.id, entity]));
  const differences = wanted.flatMap(({ id, revision }): ContentDifference[] => {
    const there = known.get(id);
    known.delete(id);
    if (there?.isLive !== true)
      return [
        {
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
    .map(({ id, revision }): ContentDifference => ({
      entityId: id,
      kind: 'extra',
      cloudRevision: null,
      edgeRevision: revision,
      heldRevision: revision,
    }));
  return [...differences, ...extra].sort((a, b) => (a.entityId < b.entityId ? -1 : 1));
}
