import type { AuditVerification } from '@sightline/contracts/audit/audit';
import type { Database } from '../../platform/database/database.ts';
import { headProof, isSame, sealOf } from './audit-chain.ts';
import * as repository from './audit-chain.repository.ts';

type Break = NonNullable<AuditVerification['brokenAt']>;

const batchSize = 1000;

interface VerificationParts {
  database: Database;
  key: Uint8Array;
}

interface WalkedChain {
  broken: Break | null;
  last: repository.SealedEntry | null;
}

/** Checks a whole chain: what was changed, taken out or put in since it was sealed. */
export async function verifyChain({ database, key }: VerificationParts, organizationId: string): Promise<AuditVerification> {
  const { head, last, entries } = await database.withOrganization(organizationId, (trx) => repository.readEnds(trx, organizationId));
  const end = head?.number ?? 0;
  const walked = await walk(database, organizationId, Math.max(end, last));
  const brokenAt = walked.broken ?? endBreak({ key, organizationId, head, last: walked.last }) ?? (await intruder(database, organizationId, head));
  return { isWhole: brokenAt === null, entries, sealed: end, brokenAt };
}

/** Follows the seals from the first to the last one. */
async function walk(database: Database, organizationId: string, end: number): Promise<WalkedChain> {
  let previous: repository.SealedEntry | null = null;
  for (;;) {
    const after: number = previous?.number ?? 0;
    if (after >= end) return { broken: null, last: previous };
    const batch = await database.withOrganization(organizationId, (trx) => repository.sealedEntries(trx, organizationId, { after, limit: batchSize }));
    for (const seal of batch) {
      const broken = linkBreak(organizationId, previous, seal);
      if (broken) return { broken, last: previous };
      previous = seal;
    }
    // A chain that is shorter than its head says is looked at where it ends.
    if (batch.length === 0) return { broken: null, last: previous };
  }
}

function linkBreak(organizationId: string, previous: repository.SealedEntry | null, seal: repository.SealedEntry): Break | null {
  const { number, entry, entryId, hash, isLate, sealedAtMs } = seal;
  const expected = (previous?.number ?? 0) + 1;
  if (number !== expected) return { id: `#${expected}`, created_at: previous?.sealedAtMs ?? sealedAtMs, cause: 'missing' };
  if (entry === null) return { id: entryId, created_at: sealedAtMs, cause: 'missing' };
  const found: Omit<Break, 'cause'> = { id: entryId, created_at: entry.atMs };
  if (!isSame(hash, sealOf(previous?.hash ?? new Uint8Array(), { organizationId, number, isLate }, entry))) return { ...found, cause: 'changed' };
  return isLate ? { ...found, cause: 'inserted' } : null;
}

interface ChainEnd {
  key: Uint8Array;
  organizationId: string;
  head: repository.ChainHead | null;
  last: repository.SealedEntry | null;
}

/** The chain must end where this server left it: a shorter one was cut, another one was written anew. */
function endBreak({ key, organizationId, head, last }: ChainEnd): Break | null {
  const end = head?.number ?? 0;
  const number = last?.number ?? 0;
  if (number < end) return { id: `#${number + 1}`, created_at: last?.sealedAtMs ?? 0, cause: 'missing' };
  if (last === null) return null;
  const at = { id: last.entryId, created_at: last.entry?.atMs ?? last.sealedAtMs };
  if (head === null || number > end) return { ...at, cause: 'inserted' };
  const isOurs = isSame(head.hash, last.hash) && isSame(head.proof, headProof(key, organizationId, head));
  return isOurs ? null : { ...at, cause: 'changed' };
}

async function intruder(database: Database, organizationId: string, head: repository.ChainHead | null): Promise<Break | null> {
  const found = await database.withOrganization(organizationId, (trx) => repository.findIntruder(trx, organizationId, head?.newestAtMs ?? null));
  return found && { id: found.id, created_at: found.atMs, cause: 'inserted' };
}
