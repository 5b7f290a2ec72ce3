import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export interface ApiKeyRow extends Pick<
  Row<'apiKeys'>,
  'id' | 'name' | 'prefix' | 'scopes' | 'createdBy' | 'createdAt' | 'expiresAt' | 'lastUsedAt'
> {
  creatorName: string | null;
}

export type NewApiKey = Pick<
  Row<'apiKeys'>,
  'organizationId' | 'id' | 'name' | 'prefix' | 'secretHash' | 'scopes' | 'createdBy' | 'createdAt' | 'expiresAt'
>;

const touchEveryMs = 60_000;

const select = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('apiKeys as k')
    .leftJoin('people as p', 'p.userId', 'k.createdBy')
    .select(['k.id', 'k.name', 'k.prefix', 'k.scopes', 'k.createdBy', 'k.createdAt', 'k.expiresAt', 'k.lastUsedAt'])
    .select((row) =>
      row
        .fn<string | null>('concat_ws', [
          row.val(' '),
          row.fn('nullif', ['p.firstName', row.val('')]),
          row.fn('nullif', ['p.lastName', row.val('')]),
        ])
        .as('creatorName'),
    )
    .where('k.organizationId', '=', organizationId);

/** One page, newest first. */
export const listApiKeys = (
  trx: Work,
  organizationId: string,
  page: { offset: number; limit: number },
): Promise<ApiKeyRow[]> =>
  select(trx, organizationId)
    .orderBy('k.createdAt', 'desc')
    .orderBy('k.id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

export async function countApiKeys(trx: Work, organizationId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('apiKeys')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertApiKey(trx: Work, key: NewApiKey): Promise<ApiKeyRow> {
  const { organizationId, id, prefix } = key;
  await trx.insertInto('apiKeys').values(key).execute();
  await trx.insertInto('apiKeyDirectory').values({ prefix, organizationId, id }).execute();
  return select(trx, organizationId).where('k.id', '=', id).executeTakeFirstOrThrow();
}

/** Ends a key; its name and prefix, or null when there is none. */
export async function deleteApiKey(
  trx: Work,
  organizationId: string,
  id: string,
): Promise<{ name: string; prefix: string } | null> {
  const row = await trx
    .deleteFrom('apiKeys')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(['name', 'prefix'])
    .executeTakeFirst();
  return row ?? null;
}

/** Where a key belongs, by its public part. */
export async function findPlace(
  database: Database,
  prefix: string,
): Promise<{ organizationId: string; id: string } | null> {
  const row = await database.global
    .selectFrom('apiKeyDirectory')
    .select(['organizationId', 'id'])
    .where('prefix', '=', prefix)
    .executeTakeFirst();
  return row ?? null;
}

export async function findSecret(
  trx: Work,
  organizationId: string,
  id: string,
): Promise<{
  secretHash: Buffer;
  scopes: string[];
  createdBy: string;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
} | null> {
  const row = await trx
    .selectFrom('apiKeys')
    .select(['secretHash', 'scopes', 'createdBy', 'expiresAt', 'lastUsedAt'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Remembers the last use, at most once a minute. */
export async function touchApiKey(
  trx: Work,
  key: { organizationId: string; id: string; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  if (key.lastUsedAt !== null && now.getTime() - key.lastUsedAt.getTime() < touchEveryMs) return;
  await trx
    .updateTable('apiKeys')
    .set({ lastUsedAt: now })
    .where('organizationId', '=', key.organizationId)
    .where('id', '=', key.id)
    .execute();
}

/** Keys that end, or ended, in this range. */
export async function expiringKeys(
  trx: Work,
  organizationId: string,
  range: { from: Date; to: Date },
): Promise<{ id: string; name: string; expiresAt: Date }[]> {
  const rows = await trx
    .selectFrom('apiKeys')
    .select(['id', 'name', 'expiresAt'])
    .where('organizationId', '=', organizationId)
    .where('expiresAt', '>', range.from)
    .where('expiresAt', '<=', range.to)
    .orderBy('expiresAt')
    .limit(20)
    .execute();
  return rows.flatMap(({ expiresAt, ...row }) => (expiresAt === null ? [] : [{ ...row, expiresAt }]));
}
