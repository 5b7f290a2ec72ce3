import type { AuditRangeVerification, AuditVerification } from '@sightline/contracts/audit/audit';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Anchor, AuditAnchors } from './audit-anchors.ts';
import { headProof, isSame, sealOf } from './audit-chain.ts';
import * as repository from './audit-chain.repository.ts';

type Break = NonNullable<AuditVerification['brokenAt']>;

const batchSize = 1000;
/** So many seals are followed when some days are checked: about a second. */
const followByDefault = 50_000;

interface VerificationDeps {
  database: Database;
  key: Uint8Array;
  anchors: AuditAnchors;
}

interface WalkedChain {
  broken: Break | null;
  last: repository.SealedEntry | null;
}

/** Checks a whole chain: what was changed, taken out or put in since it was sealed. */
export async function verifyChain(
  { database, key, anchors }: VerificationDeps,
  organizationId: string,
): Promise<AuditVerification> {
  // Before the database is asked: an anchor is never younger than what it vouches for.
  const anchored = await anchors.read(organizationId);
  const { head, last, entries, cut } = await database.withOrganization(organizationId, async (trx) => ({
    ...(await repository.readEnds(trx, organizationId)),
    entries: await repository.countEntries(trx, organizationId),
    cut: await anchorBreak(trx, organizationId, anchored),
  }));
  const end = head?.number ?? 0;
  const walked = await walk(database, organizationId, { previous: null, end: Math.max(end, last) });
  const brokenAt =
    walked.broken ??
    endBreak({ key, organizationId, head, last: walked.last }) ??
    cut ??
    (await intruder(database, organizationId, { head, range: null }));
  return { isWhole: brokenAt === null, entries, sealed: end, brokenAt, anchoredSince: anchored[0]?.atMs ?? null };
}

/**
 * Checks the seals of some days: from the entry before them to the one after them, and on to the proven end where that is not
 * too far. What is before them is taken as it is. Of very many only the newest are followed.
 */
export async function verifyRange(
  { database, key, anchors, followAtMost = followByDefault }: VerificationDeps & { followAtMost?: number },
  organizationId: string,
  range: repository.TimeRange,
): Promise<AuditRangeVerification> {
  const anchored = await anchors.read(organizationId);
  const { head, end, found, after, before, cut } = await database.withOrganization(organizationId, async (trx) => {
    const ends = await repository.readEnds(trx, organizationId);
    const cutOff = await anchorBreak(trx, organizationId, anchored);
    const seals = await repository.sealsOfRange(trx, organizationId, range);
    const newest = seals.last ?? ends.last;
    const from = Math.max((seals.first ?? newest) - 1, newest - followAtMost, 0);
    const [previous] =
      from === 0 ? [] : await repository.sealedEntries(trx, organizationId, { after: from - 1, limit: 1 });
    return {
      head: ends.head,
      end: Math.max(ends.head?.number ?? 0, ends.last),
      found: seals,
      after: from,
      before: previous ?? null,
      cut: cutOff,
    };
  });
  const reachesEnd = end - after <= followAtMost;
  const walked = await walk(database, organizationId, {
    previous: before,
    end: reachesEnd ? end : (found.last ?? end),
  });
  const brokenAt =
    ((before?.number ?? 0) === after ? null : missing(after, range.startMs)) ??
    walked.broken ??
    (reachesEnd ? endBreak({ key, organizationId, head, last: walked.last }) : null) ??
    cut ??
    (await intruder(database, organizationId, { head, range }));
  const checkedSince = after > (found.first ?? 0) ? (before?.entry?.atMs ?? null) : null;
  const anchoredSince = anchored[0]?.atMs ?? null;
  return {
    isWhole: brokenAt === null,
    entries: found.entries,
    sealed: found.sealed,
    brokenAt,
    reachesEnd,
    checkedSince,
    anchoredSince,
  };
}

const missing = (number: number, atMs: number): Break => ({ id: `#${number}`, created_at: atMs, cause: 'missing' });

/** Follows the seals after `previous`, or from the first one, to the one of this number. */
async function walk(
  database: Database,
  organizationId: string,
  { previous: from, end }: { previous: repository.SealedEntry | null; end: number },
): Promise<WalkedChain> {
  let previous = from;
  for (;;) {
    const after: number = previous?.number ?? 0;
    if (after >= end) return { broken: null, last: previous };
    const batch = await database.withOrganization(organizationId, (trx) =>
      repository.sealedEntries(trx, organizationId, { after, limit: batchSize }),
    );
    for (const seal of batch) {
      const broken = linkBreak(organizationId, previous, seal);
      if (broken) return { broken, last: previous };
      previous = seal;
    }
    // A chain that is shorter than its head says is looked at where it ends.
    if (batch.length === 0) return { broken: null, last: previous };
  }
}

function linkBreak(
  organizationId: string,
  previous: repository.SealedEntry | null,
  seal: repository.SealedEntry,
): Break | null {
  const { number, entry, entryId, hash, isLate, sealedAtMs } = seal;
  const expected = (previous?.number ?? 0) + 1;
  if (number !== expected) return missing(expected, previous?.sealedAtMs ?? sealedAtMs);
  if (entry === null) return { id: entryId, created_at: sealedAtMs, cause: 'missing' };
  const found: Omit<Break, 'cause'> = { id: entryId, created_at: entry.atMs };
  if (!isSame(hash, sealOf(previous?.hash ?? new Uint8Array(), { organizationId, number, isLate }, entry)))
    return { ...found, cause: 'changed' };
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
  if (number < end) return missing(number + 1, last?.sealedAtMs ?? 0);
  if (last === null) return null;
  const at = { id: last.entryId, created_at: last.entry?.atMs ?? last.sealedAtMs };
  if (head === null || number > end) return { ...at, cause: 'inserted' };
  const isOurs = isSame(head.hash, last.hash) && isSame(head.proof, headProof(key, organizationId, head));
  return isOurs ? null : { ...at, cause: 'changed' };
}

/** What was sealed once is still there and the same: a database that was set back, or emptied, looks whole by itself. */
async function anchorBreak(trx: Work, organizationId: string, anchored: readonly Anchor[]): Promise<Break | null> {
  const hashes = await repository.hashesOf(
    trx,
    organizationId,
    anchored.map(({ number }) => number),
  );
  const { last } = await repository.readEnds(trx, organizationId);
  for (const { number, hash, atMs } of anchored) {
    const found = hashes.get(number);
    if (!found) return missing(Math.min(last + 1, number), atMs);
    if (!isSame(found, Buffer.from(hash, 'hex'))) return { id: `#${number}`, created_at: atMs, cause: 'changed' };
  }
  return null;
}

async function intruder(
  database: Database,
  organizationId: string,
  { head, range }: { head: repository.ChainHead | null; range: repository.TimeRange | null },
): Promise<Break | null> {
  const newestAtMs = head?.newestAtMs ?? null;
  const found = await database.withOrganization(organizationId, (trx) =>
    repository.findIntruder(trx, organizationId, { newestAtMs, range }),
  );
  return found && { id: found.id, created_at: found.atMs, cause: 'inserted' };
}
