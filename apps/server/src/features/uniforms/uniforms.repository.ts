import type { Page } from '@sightline/contracts/shared/paging';
import type { HeldBack } from '@sightline/domain/uniforms/held-back';
import type { UniformJudge } from '@sightline/contracts/uniforms/uniform-judge';
import { sql, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

/** A uniform within its organization. */
export interface UniformPlace {
  organizationId: string;
  uniformId: string;
}

export type UniformRow = Pick<
  Row<'uniforms'>,
  'id' | 'name' | 'sameCount' | 'foundCount' | 'otherCount' | 'mistakenCount' | 'trainedAt' | 'lookedAt' | 'oldestAt'
>;

const columns = [
  'id',
  'name',
  'sameCount',
  'foundCount',
  'otherCount',
  'mistakenCount',
  'trainedAt',
  'lookedAt',
  'oldestAt',
] as const;

/** A page of uniforms by name. */
export async function listUniforms(
  trx: Work,
  organizationId: string,
  request: PageRequest & { search?: string | undefined },
): Promise<Page<UniformRow>> {
  const matches = sql<SqlBool>`strpos(lower(name collate people), lower(${request.search ?? ''}::text collate people)) > 0`;
  const rows = await trx
    .selectFrom('uniforms')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where(matches)
    .where(afterCursor(request, sql`name collate people`, sql.ref('id')))
    .orderBy(sql`name collate people`)
    .orderBy('id')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from uniforms where organization_id = ${organizationId}::uuid and ${matches}`,
  );
  return { ...toPage(rows, request, ({ name: key, id }) => ({ key, id })), total };
}

/** Those of these uniforms that there are, by name; nobody deletes one of them until the transaction ends. */
export const uniformsAmong = (
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom('uniforms')
        .select(['id', 'name'])
        .where('organizationId', '=', organizationId)
        .where('id', 'in', [...ids])
        .orderBy(sql`name collate people`)
        .orderBy('id')
        .forKeyShare()
        .execute();

export const findUniform = (trx: Work, { organizationId, uniformId }: UniformPlace): Promise<UniformRow | undefined> =>
  trx
    .selectFrom('uniforms')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', uniformId)
    .executeTakeFirst();

/** A uniform that nobody else changes until the transaction ends. */
export const holdUniform = (trx: Work, { organizationId, uniformId }: UniformPlace): Promise<UniformRow | undefined> =>
  trx
    .selectFrom('uniforms')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', uniformId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** How many there are, while nobody else adds one. */
export async function countUniforms(trx: Work, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`uniforms:${organizationId}`}))`.execute(trx);
  const { count } = await trx
    .selectFrom('uniforms')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

/** What a training comes to. */
export interface Trained {
  name: string;
  modelId: string;
  judge: UniformJudge;
  heldBack: HeldBack;
  at: Date;
  /** Of the oldest event that is to be looked through; null without events. */
  oldestAt: Date | null;
}

/** Keeps a uniform as it was trained, a further one or one that is there. Events from before are to be looked through. */
export async function putUniform(
  trx: Work,
  { organizationId, uniformId }: UniformPlace,
  trained: Trained,
): Promise<void> {
  const { name, modelId, judge, heldBack, at, oldestAt } = trained;
  await sql`
    insert into uniforms as u (organization_id, id, name, model_id, judge, same_count, found_count, other_count, mistaken_count, trained_at, looked_at, oldest_at)
    values (${organizationId}::uuid, ${uniformId}::uuid, ${name}, ${modelId}, ${JSON.stringify(judge)}::jsonb, ${heldBack.same}, ${heldBack.found},
      ${heldBack.other}, ${heldBack.mistaken}, ${at}, ${oldestAt === null ? null : at}, ${oldestAt})
    on conflict (organization_id, id) do update set name = excluded.name, model_id = excluded.model_id, judge = excluded.judge,
      same_count = excluded.same_count, found_count = excluded.found_count, other_count = excluded.other_count, mistaken_count = excluded.mistaken_count,
      trained_at = excluded.trained_at, looked_at = excluded.looked_at, oldest_at = excluded.oldest_at`.execute(trx);
}

export const renameUniform = (trx: Work, { organizationId, uniformId }: UniformPlace, name: string) =>
  trx
    .updateTable('uniforms')
    .set({ name })
    .where('organizationId', '=', organizationId)
    .where('id', '=', uniformId)
    .execute();

/** Deletes a uniform with all that was derived of it. */
export const deleteUniform = (trx: Work, { organizationId, uniformId }: UniformPlace) =>
  trx.deleteFrom('uniforms').where('organizationId', '=', organizationId).where('id', '=', uniformId).execute();

/** How far events were looked through for a uniform; held until the transaction ends. */
export const findLookedThrough = (trx: Work, { organizationId, uniformId }: UniformPlace) =>
  trx
    .selectFrom('uniforms')
    .select(['modelId', 'judge', 'lookedAt'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', uniformId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Events were looked through back to then; null: all of them. */
export const noteLookedThrough = (trx: Work, { organizationId, uniformId }: UniformPlace, lookedAt: Date | null) =>
  trx
    .updateTable('uniforms')
    .set({ lookedAt })
    .where('organizationId', '=', organizationId)
    .where('id', '=', uniformId)
    .execute();
