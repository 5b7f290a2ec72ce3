import { createHash, randomBytes } from 'node:crypto';
import type { Database, Work } from '../database/database.ts';

// A link that works without an account: whoever holds its token sees what it leads to, until it expires or is taken back. What that is
// and what of it is shown is the business of the feature that made it, which keeps a row of its own under the same id.

/** What a link leads to. */
export interface SharedLink {
  organizationId: string;
  /** The feature's own name for what it shows: a token of one kind opens nothing of another. */
  kind: string;
  id: string;
}

const tokenBytes = 32;

/** 256 bits of chance: nobody guesses one. */
export const newLinkToken = (): string => randomBytes(tokenBytes).toString('base64url');

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Lets a token open something, in the transaction of what it is. Only its hash is kept. */
export async function addSharedLink(
  trx: Work,
  { organizationId, kind, id }: SharedLink,
  { token, expiresAt }: { token: string; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto('sharedLinks')
    .values({ tokenHash: hashOf(token), organizationId, kind, id, expiresAt })
    .execute();
}

/** What a token opens now; undefined for one that expired, was taken back or never was. */
export const findSharedLink = (
  database: Database,
  { token, kind }: { token: string; kind: string },
  now: Date,
): Promise<SharedLink | undefined> =>
  database.global
    .selectFrom('sharedLinks')
    .select(['organizationId', 'kind', 'id'])
    .where('tokenHash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** Takes a link back. */
export async function removeSharedLink(trx: Work, { organizationId, kind, id }: SharedLink): Promise<void> {
  await trx
    .deleteFrom('sharedLinks')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
}

/** Forgets links that expired. */
export async function deleteExpiredLinks(database: Database, now: Date): Promise<void> {
  await database.global.deleteFrom('sharedLinks').where('expiresAt', '<', now).execute();
}
