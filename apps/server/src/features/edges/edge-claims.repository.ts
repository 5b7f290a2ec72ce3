import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

/** Crockford's alphabet: no I, L, O and U, so that a code can be read out and copied by hand. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 12;

export type ClaimedCode = Pick<Row<'claimCodes'>, 'organizationId' | 'edgeId'>;

/** How a code may be used. */
interface CodeOptions extends Pick<Row<'claimCodes'>, 'expiresAt' | 'isLocal'> {
  /** Whoever uses it takes the place of the core that was. */
  replaces: Row<'claimCodes'>['replaces'];
}

const lookAlikes: Record<string, string> = { O: '0', I: '1', L: '1' };

/** The letters and digits of a code as typed: case, spaces, dashes and look-alikes do not matter. */
export const normalizeClaimCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll(/[OIL]/g, (letter) => lookAlikes[letter] ?? letter);

const hashOf = (code: string): Buffer => createHash('sha256').update(normalizeClaimCode(code)).digest();

/** Makes a new code of a core; older ones stop working. Only its hash is kept. */
export async function insertClaimCode(trx: Work, target: ClaimedCode, options: CodeOptions): Promise<string> {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  await deleteClaimCodes(trx, target);
  await trx
    .insertInto('claimCodes')
    .values({ codeHash: hashOf(letters), ...target, ...options })
    .execute();
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

export async function deleteClaimCodes(trx: Work, { organizationId, edgeId }: ClaimedCode): Promise<void> {
  await trx
    .deleteFrom('claimCodes')
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('usedAt', 'is', null)
    .execute();
}

/** Uses a code up; of several callers at once exactly one gets the answer. */
export async function useClaimCode(
  database: Database,
  code: string,
  now: Date,
): Promise<(ClaimedCode & { replaces: boolean }) | undefined> {
  return database.global
    .updateTable('claimCodes')
    .set({ usedAt: now })
    .where('codeHash', '=', hashOf(code))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['organizationId', 'edgeId', 'replaces'])
    .executeTakeFirst();
}

/** Key and machine of a core as they are before another machine takes its place. */
export async function machineBefore(
  trx: Work,
  target: ClaimedCode,
): Promise<{ hostname: string | null; publicKey: string | null } | undefined> {
  return trx
    .selectFrom('edges as e')
    .leftJoin('edgeIdentities as i', 'i.edgeId', 'e.id')
    .select(['e.hostname', 'i.publicKey'])
    .where('e.organizationId', '=', target.organizationId)
    .where('e.id', '=', target.edgeId)
    .executeTakeFirst();
}

/** Binds a core to its key; an older key of the same core stops working. Answers null when the core is gone. */
export async function bindIdentity(
  trx: Work,
  target: ClaimedCode,
  claimed: { publicKey: string; version: string; hostname: string; at: Date },
): Promise<{ name: string; locationId: string } | undefined> {
  const { publicKey, version, hostname, at } = claimed;
  const row = await trx
    .updateTable('edges')
    .set((eb) => ({
      claimedAt: at,
      revokedAt: null,
      version,
      hostname,
      isLinked: false,
      stateSince: at,
      appliedOperation: 0,
      revision: eb('revision', '+', 1),
    }))
    .where('organizationId', '=', target.organizationId)
    .where('id', '=', target.edgeId)
    .where('deletedAt', 'is', null)
    .returning(['name', 'locationId'])
    .executeTakeFirst();
  if (!row) return undefined;
  await trx
    .insertInto('edgeIdentities')
    .values({ organizationId: target.organizationId, edgeId: target.edgeId, publicKey, claimedAt: at })
    .onConflict((conflict) => conflict.column('edgeId').doUpdateSet({ publicKey, claimedAt: at, revokedAt: null }))
    .execute();
  return row;
}

export async function revokeIdentity(trx: Work, { organizationId, edgeId }: ClaimedCode, at: Date): Promise<void> {
  await trx
    .updateTable('edgeIdentities')
    .set({ revokedAt: at })
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .execute();
}

/** True when a core that was handed its code on this machine is still in use. */
export async function hasLocalCore(database: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from claim_codes c join edge_identities i on i.edge_id = c.edge_id
      where c.is_local and c.used_at is not null and i.revoked_at is null) as found`.execute(database.global);
  return rows[0]?.found ?? false;
}

/** Codes that nobody can use any more go; a used one of this machine stays, because it says that the core here is taken. */
export async function deleteExpiredClaimCodes(database: Database, now: Date): Promise<void> {
  await database.global
    .deleteFrom('claimCodes')
    .where('expiresAt', '<', now)
    .where((eb) => eb.or([eb('usedAt', 'is', null), eb('isLocal', '=', false)]))
    .execute();
}
