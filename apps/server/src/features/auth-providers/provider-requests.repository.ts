import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

/** How long somebody may take at the provider. */
const requestLifeMs = 10 * 60_000;
const codeLifeMs = 60_000;

/** Only hashes of what goes out to browsers are kept. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** 256 bits that nobody guesses. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export type RequestRow = Row<'auth.providerRequests'>;

export type NewRequest = Pick<
  RequestRow,
  'stateHash' | 'browserHash' | 'providerId' | 'organizationId' | 'userId' | 'sessionId' | 'sealed' | 'redirectUrl'
>;

export async function insertRequest(database: Database, request: NewRequest, nowMs: number): Promise<void> {
  await database.global
    .insertInto('auth.providerRequests')
    .values({ ...request, createdAt: new Date(nowMs), expiresAt: new Date(nowMs + requestLifeMs) })
    .execute();
}

interface RequestKey {
  providerId: string;
  state: string;
  nowMs: number;
}

/** Where a sign-in that failed should lead back to; null for an unknown one. */
export async function findRequest(
  database: Database,
  { providerId, state }: Omit<RequestKey, 'nowMs'>,
): Promise<RequestRow | undefined> {
  return database.global
    .selectFrom('auth.providerRequests')
    .selectAll()
    .where('stateHash', '=', hashOf(state))
    .where('providerId', '=', providerId)
    .executeTakeFirst();
}

/** Uses a request up, once, by the browser that began it. `isAnswered`: its assertion came before. */
export async function takeRequest(
  database: Database,
  key: RequestKey & { browser: string; isAnswered: boolean },
): Promise<RequestRow | undefined> {
  const now = new Date(key.nowMs);
  return database.global
    .updateTable('auth.providerRequests')
    .set({ usedAt: now })
    .where('stateHash', '=', hashOf(key.state))
    .where('browserHash', '=', hashOf(key.browser))
    .where('providerId', '=', key.providerId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('answeredAt', key.isAnswered ? 'is not' : 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Keeps what was asserted until the browser comes for it; false when the request was answered meanwhile. */
export async function answerRequest(database: Database, key: RequestKey, sealedPerson: Buffer): Promise<boolean> {
  const now = new Date(key.nowMs);
  const { numUpdatedRows } = await database.global
    .updateTable('auth.providerRequests')
    .set({ answeredAt: now, sealedPerson })
    .where('stateHash', '=', hashOf(key.state))
    .where('providerId', '=', key.providerId)
    .where('answeredAt', 'is', null)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when this assertion was believed before. */
export async function rememberAssertion(
  database: Database,
  providerId: string,
  assertion: { id: string; expiresAtMs: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database.global
    .insertInto('auth.usedAssertions')
    .values({ providerId, assertionHash: hashOf(assertion.id), expiresAt: new Date(assertion.expiresAtMs) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** A code for the browser of a finished sign-in. */
export async function addCode(
  database: Database,
  of: { browserHash: Buffer; providerId: string; organizationId: string; userId: string },
  nowMs: number,
): Promise<string> {
  const code = newSecret();
  await database.global
    .insertInto('auth.providerCodes')
    .values({ ...of, codeHash: hashOf(code), expiresAt: new Date(nowMs + codeLifeMs) })
    .execute();
  return code;
}

/** Whom a code stands for; null for a wrong, used, expired one and for one of another browser. Works once. */
export async function takeCode(
  database: Database,
  { code, browser, nowMs }: { code: string; browser: string; nowMs: number },
): Promise<{ userId: string; organizationId: string; providerId: string } | null> {
  const now = new Date(nowMs);
  const row = await database.global
    .updateTable('auth.providerCodes')
    .set({ usedAt: now })
    .where('codeHash', '=', hashOf(code))
    .where('browserHash', '=', hashOf(browser))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['userId', 'organizationId', 'providerId'])
    .executeTakeFirst();
  return row ?? null;
}

/** Requests, codes and assertions that ran out. */
export async function deleteExpired(database: Database, now: Date): Promise<void> {
  await database.global.deleteFrom('auth.providerRequests').where('expiresAt', '<', now).execute();
  await database.global.deleteFrom('auth.providerCodes').where('expiresAt', '<', now).execute();
  await database.global.deleteFrom('auth.usedAssertions').where('expiresAt', '<', now).execute();
}

/** The session that asks to link, when it lives and was opened by password: another provider's word is not enough for that. */
export async function isPasswordSession(
  database: Database,
  { sessionId, userId, nowMs }: { sessionId: string; userId: string; nowMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth."session" where id = ${sessionId} and "userId" = ${userId} and "expiresAt" > ${new Date(nowMs)} and auth_provider_id is null`.execute(
    database.global,
  );
  return rows.length > 0;
}
