import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { AccountScope, Database } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export type LinkKind = 'verify' | 'reset' | 'changeEmail';

export interface AccountLink extends Pick<Row<'auth.accountLinks'>, 'userId' | 'email'> {
  kind: LinkKind;
}

const dayMs = 86_400_000;
const lifeMs = { verify: dayMs, changeEmail: dayMs, reset: 3_600_000 } as const;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A new secret for a mail; those of the same kind from before end. Only its hash is kept. */
export async function addLink(scope: AccountScope, link: AccountLink, nowMs: number): Promise<string> {
  await endLinks(scope, link.userId, [link.kind]);
  const token = randomBytes(32).toString('base64url');
  await scope
    .insertInto('auth.accountLinks')
    .values({
      tokenHash: hashOf(token),
      ...link,
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + lifeMs[link.kind]),
    })
    .execute();
  return token;
}

/** What a secret is for, without using it up; null when it is unknown, used or expired. */
export async function findLink(
  scope: AccountScope,
  token: string,
  { kinds, nowMs }: { kinds: readonly LinkKind[]; nowMs: number },
): Promise<AccountLink | null> {
  const row = await scope
    .selectFrom('auth.accountLinks')
    .select(['userId', 'kind', 'email'])
    .where('tokenHash', '=', hashOf(token))
    .where('kind', 'in', kinds)
    .where('expiresAt', '>', new Date(nowMs))
    .executeTakeFirst();
  return row ?? null;
}

/** Uses a secret up; null when it is unknown, used or expired. */
export async function takeLink(
  scope: AccountScope,
  token: string,
  { kinds, nowMs }: { kinds: readonly LinkKind[]; nowMs: number },
): Promise<AccountLink | null> {
  const row = await scope
    .deleteFrom('auth.accountLinks')
    .where('tokenHash', '=', hashOf(token))
    .where('kind', 'in', kinds)
    .where('expiresAt', '>', new Date(nowMs))
    .returning(['userId', 'kind', 'email'])
    .executeTakeFirst();
  return row ?? null;
}

export async function endLinks(scope: AccountScope, userId: string, kinds: readonly LinkKind[]): Promise<void> {
  await scope.deleteFrom('auth.accountLinks').where('userId', '=', userId).where('kind', 'in', kinds).execute();
}

/** The address that somebody asked for and has not confirmed yet. */
export async function findPendingEmail(database: Database, userId: string, nowMs: number): Promise<string | null> {
  const row = await database.global
    .selectFrom('auth.accountLinks')
    .select('email')
    .where('userId', '=', userId)
    .where('kind', '=', 'changeEmail')
    .where('expiresAt', '>', new Date(nowMs))
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function deleteExpiredLinks(database: Database, now: Date): Promise<void> {
  await database.global.deleteFrom('auth.accountLinks').where('expiresAt', '<', now).execute();
  await sql`delete from auth.media_tokens where expires_at < ${now}`.execute(database.global);
}
