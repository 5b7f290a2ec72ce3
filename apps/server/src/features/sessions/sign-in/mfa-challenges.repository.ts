import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';

const lifeMs = 5 * 60_000;
const wrongAllowed = 5;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A sign-in whose first factor was right. */
export type WaitingSignIn = Pick<Row<'auth.mfaChallenges'>, 'userId' | 'authProviderId' | 'providerOrganizationId'>;

/** Makes a challenge for five minutes; only its hash is kept. */
export async function addChallenge(database: Database, waiting: WaitingSignIn, nowMs: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database.global
    .insertInto('auth.mfaChallenges')
    .values({ tokenHash: hashOf(token), ...waiting, expiresAt: new Date(nowMs + lifeMs) })
    .execute();
  return token;
}

/** Counts an answer before it is checked, so that five at once are five; null when the challenge has ended. */
export async function tryChallenge(database: Database, token: string, nowMs: number): Promise<WaitingSignIn | null> {
  const { rows } = await sql<WaitingSignIn>`
    update auth.mfa_challenges set wrong = wrong + 1
    where token_hash = ${hashOf(token)} and wrong < ${wrongAllowed} and expires_at > ${new Date(nowMs)}
    returning user_id, auth_provider_id, provider_organization_id`.execute(database.global);
  return rows[0] ?? null;
}

/** Ends a challenge; false when somebody else did. */
export async function endChallenge(database: Database, token: string): Promise<boolean> {
  const { numDeletedRows } = await database.global
    .deleteFrom('auth.mfaChallenges')
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteExpiredChallenges(database: Database, now: Date): Promise<void> {
  await database.global.deleteFrom('auth.mfaChallenges').where('expiresAt', '<', now).execute();
}
