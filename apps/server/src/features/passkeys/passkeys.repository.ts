import { createHash, randomBytes } from 'node:crypto';
import type { AccountScope } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

const lifeMs = 5 * 60_000;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const columns = [
  'id',
  'userId',
  'credentialId',
  'publicKey',
  'counter',
  'transports',
  'name',
  'isSynced',
  'createdAt',
  'lastUsedAt',
] as const;

export type PasskeyRow = Pick<Row<'auth.passkeys'>, (typeof columns)[number]>;

export const listPasskeys = (scope: AccountScope, userId: string): Promise<PasskeyRow[]> =>
  scope.selectFrom('auth.passkeys').select(columns).where('userId', '=', userId).orderBy('createdAt').execute();

export const findByCredential = (scope: AccountScope, credentialId: string): Promise<PasskeyRow | undefined> =>
  scope.selectFrom('auth.passkeys').select(columns).where('credentialId', '=', credentialId).executeTakeFirst();

/** Undefined where the key is somebody's already. */
export const insertPasskey = (
  scope: AccountScope,
  values: Omit<PasskeyRow, 'lastUsedAt'>,
): Promise<PasskeyRow | undefined> =>
  scope
    .insertInto('auth.passkeys')
    .values(values)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning(columns)
    .executeTakeFirst();

export const renamePasskey = (
  scope: AccountScope,
  place: { userId: string; id: string },
  name: string,
): Promise<PasskeyRow | undefined> =>
  scope
    .updateTable('auth.passkeys')
    .set({ name })
    .where('userId', '=', place.userId)
    .where('id', '=', place.id)
    .returning(columns)
    .executeTakeFirst();

/** False where the person has no such passkey. */
export async function deletePasskey(scope: AccountScope, place: { userId: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await scope
    .deleteFrom('auth.passkeys')
    .where('userId', '=', place.userId)
    .where('id', '=', place.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Notes a use; false where the key went meanwhile, or somebody else used the same answer or a later one. */
export async function notePasskeyUse(
  scope: AccountScope,
  { id, before, counter, at }: { id: string; before: number; counter: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await scope
    .updateTable('auth.passkeys')
    .set({ counter, lastUsedAt: at })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps a question for five minutes; answers its token, of which only the hash is kept. Without a person: a sign-in. */
export async function addCeremony(
  scope: AccountScope,
  question: { userId: string | null; challenge: string },
  nowMs: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await scope
    .insertInto('auth.passkeyCeremonies')
    .values({ tokenHash: hashOf(token), ...question, expiresAt: new Date(nowMs + lifeMs) })
    .execute();
  return token;
}

/** The challenge of a question, which is used up by it; undefined for an unknown, used or late one, and for another person's. */
export async function takeCeremony(
  scope: AccountScope,
  { token, userId }: { token: string; userId: string | null },
  nowMs: number,
): Promise<string | undefined> {
  const row = await scope
    .deleteFrom('auth.passkeyCeremonies')
    .where('tokenHash', '=', hashOf(token))
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', new Date(nowMs))
    .returning('challenge')
    .executeTakeFirst();
  return row?.challenge;
}

export async function deleteExpiredCeremonies(scope: AccountScope, now: Date): Promise<void> {
  await scope.deleteFrom('auth.passkeyCeremonies').where('expiresAt', '<', now).execute();
}
