import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { EdgeKey } from '../../platform/sync/synced-entity.ts';

/** What a core was told last of an entity that it shares with others. */
export interface SharedEntityState {
  entityId: string;
  revision: number;
  isWanted: boolean;
  fingerprint: string;
}

interface SharedPlace extends EdgeKey {
  kind: string;
}

export async function sharedEntities(trx: Work, place: SharedPlace): Promise<SharedEntityState[]> {
  return trx
    .selectFrom('sharedEntities')
    .select(['entityId', 'revision', 'isWanted', 'fingerprint'])
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('kind', '=', place.kind)
    .orderBy('entityId')
    .execute();
}

/** Writes what a core is told next, as a revision past all that it was ever told of this entity, and answers that. */
export async function putSharedEntity(
  trx: Work,
  { organizationId, edgeId, kind }: SharedPlace,
  { entityId, isWanted, fingerprint }: Omit<SharedEntityState, 'revision'>,
): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    insert into shared_entities as s (organization_id, edge_id, kind, entity_id, revision, is_wanted, fingerprint)
    select ${organizationId}, ${edgeId}, ${kind}, ${entityId}, coalesce(max(o.revision), 0) + 1, ${isWanted}, ${fingerprint}
    from operations o where o.organization_id = ${organizationId} and o.edge_id = ${edgeId} and o.entity = ${kind} and o.entity_id = ${entityId}
    on conflict (organization_id, edge_id, kind, entity_id) do update
      set revision = greatest(s.revision + 1, excluded.revision), is_wanted = excluded.is_wanted, fingerprint = excluded.fingerprint
    returning s.revision`.execute(trx);
  return rows[0]?.revision ?? 1;
}

/** Lifts what is wanted of a core past a revision that it holds; undefined when it is not wanted. */
export async function raiseSharedEntity(
  trx: Work,
  { organizationId, edgeId, kind }: SharedPlace,
  { entityId, past }: { entityId: string; past: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    update shared_entities set revision = greatest(revision, ${past}) + 1
    where organization_id = ${organizationId} and edge_id = ${edgeId} and kind = ${kind} and entity_id = ${entityId} and is_wanted
    returning revision`.execute(trx);
  return rows[0]?.revision;
}
