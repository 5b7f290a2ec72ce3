import { createHash } from 'node:crypto';
import type { Work } from '../../platform/database/database.ts';
import type { EdgeKey, SyncedEntity } from '../../platform/sync/synced-entity.ts';
import { findSyncedCore, insertOperation } from './edge-operations.repository.ts';
import { lockEdge } from './edges.repository.ts';
import { putSharedEntity, raiseSharedEntity, sharedEntities } from './shared-entities.repository.ts';

/** One thing of a shared kind, as a core should have it. */
interface SharedContent {
  id: string;
  content: Record<string, unknown>;
}

/** What a feature says of a kind whose entities it shares among cores: the rest follows from it. */
interface SharedKind extends Pick<SyncedEntity, 'kind' | 'schema' | 'sight' | 'named'> {
  /** All that a core should have of the kind now; `only`: this one entity. */
  list(trx: Work, core: EdgeKey, only?: string): Promise<SharedContent[]>;
  /** As `list` with `only`, for several at once, of a kind of which each by itself is dear to read. */
  listSome?(trx: Work, core: EdgeKey, only: readonly string[]): Promise<SharedContent[]>;
  /** Of a kind that carries secrets: the content with their versions in their place. */
  secretVersions?: SyncedEntity['secretVersions'];
}

/** A shared kind that can be followed. */
export type SharedEntity = SyncedEntity & Required<Pick<SyncedEntity, 'follow'>>;

/**
 * A kind of things that do not belong to one core, as settings of an organization: each core that needs one is told of it under revisions
 * of its own. Whoever changes such a thing calls `followShared` for the cores that it concerns, in the transaction of the change.
 */
export function createSharedEntity(shared: SharedKind): SharedEntity {
  const { kind, list, listSome, secretVersions = (content) => content } = shared;
  return {
    ...shared,
    secretVersions,
    ...(listSome && {
      desiredOf: async (trx, core, entityIds) => {
        const revisions = await wantedRevisions(trx, { ...placeOf(core), kind });
        const ids = entityIds.filter((id) => revisions.has(id));
        const found = ids.length === 0 ? [] : await listSome(trx, core, ids);
        return new Map(found.map(({ id, content }) => [id, { revision: revisions.get(id) ?? 0, content }]));
      },
    }),
    wanted: async (trx, core) =>
      (await sharedEntities(trx, { ...placeOf(core), kind })).flatMap(({ entityId, revision, isWanted }) =>
        isWanted ? [{ id: entityId, revision }] : [],
      ),
    desired: async (trx, core, entityId) => {
      const told = (await sharedEntities(trx, { ...placeOf(core), kind })).find((one) => one.entityId === entityId);
      if (told?.isWanted !== true) return null;
      const content = (await list(trx, core, entityId))[0]?.content;
      return content ? { revision: told.revision, content } : null;
    },
    raiseRevision: (trx, core, raised) => raiseSharedEntity(trx, { ...placeOf(core), kind }, raised),
    follow: (trx, core, isAnew) => follow(trx, { ...shared, secretVersions }, { core: placeOf(core), isAnew }),
  };
}

const wantedRevisions = async (trx: Work, place: EdgeKey & { kind: string }): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await sharedEntities(trx, place)).flatMap(({ entityId, revision, isWanted }) =>
      isWanted ? [[entityId, revision] as const] : [],
    ),
  );

const placeOf = ({ organizationId, edgeId }: EdgeKey): EdgeKey => ({ organizationId, edgeId });

async function follow(
  trx: Work,
  { kind, list, secretVersions }: Required<Pick<SharedKind, 'kind' | 'list' | 'secretVersions'>>,
  { core, isAnew }: { core: EdgeKey; isAnew: boolean },
): Promise<void> {
  const place = { ...core, kind };
  const told = new Map((await sharedEntities(trx, place)).map((one) => [one.entityId, one]));
  const notify = async (entityId: string, isWanted: boolean, fingerprint: string): Promise<void> => {
    const revision = await putSharedEntity(trx, place, { entityId, isWanted, fingerprint });
    await insertOperation(trx, core, { entity: kind, entityId, revision });
  };
  for (const { id, content } of await list(trx, core)) {
    const before = told.get(id);
    told.delete(id);
    const fingerprint = createHash('sha256')
      .update(JSON.stringify(secretVersions(content)))
      .digest('hex');
    if (isAnew || before?.isWanted !== true || before.fingerprint !== fingerprint) await notify(id, true, fingerprint);
  }
  for (const { entityId, isWanted } of told.values()) if (isWanted) await notify(entityId, false, '');
}

/**
 * What a shared kind says of these cores may have become otherwise: those that know the kind are told. They are held from then on, so
 * that two changes at once are told one after the other. Answers the cores that know it; publish `operationsTopic` for them after commit.
 */
export async function followShared(
  trx: Work,
  entity: SharedEntity,
  { organizationId, edgeIds }: { organizationId: string; edgeIds: readonly string[] },
): Promise<string[]> {
  const known: string[] = [];
  for (const edgeId of edgeIds.toSorted((a, b) => (a < b ? -1 : 1))) {
    await lockEdge(trx, organizationId, edgeId);
    const core = await findSyncedCore(trx, { organizationId, edgeId });
    if (!core?.kinds.has(entity.kind)) continue;
    await entity.follow(trx, core, false);
    known.push(edgeId);
  }
  return known;
}
