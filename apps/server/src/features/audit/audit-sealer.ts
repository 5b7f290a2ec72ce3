import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { RepeatingJob } from '../../platform/jobs/repeating-job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { AuditAnchors } from './audit-anchors.ts';
import { headProof, isLate, sealOf, type ChainedEntry } from './audit-chain.ts';
import * as repository from './audit-chain.repository.ts';

const everyMs = 2_000;
const batchSize = 500;

export interface SealerDeps {
  database: Database;
  clock: Clock;
  log: Log;
  /** Proves where a chain ends. */
  key: Uint8Array;
  anchors: AuditAnchors;
}

/** Seals what was written into the audit, in every server process; the head of a chain is held by one of them at a time. */
export const auditSealer = (deps: SealerDeps): RepeatingJob =>
  new RepeatingJob({
    everyMs,
    work: async () => {
      for (const organizationId of await repository.organizationsToSeal(deps.database)) {
        while (await sealBatch(deps, organizationId));
      }
    },
    log: deps.log,
    failure: 'the audit could not be sealed; it is tried again',
  });

/** True when there may be more. */
async function sealBatch(deps: SealerDeps, organizationId: string): Promise<boolean> {
  const sealed = await addBatch(deps, organizationId);
  if (sealed === null) return false;
  // Only what is in the database for good may be missed there.
  if (sealed.number > sealed.from) await anchorSealed(deps, organizationId, sealed);
  return sealed.count === batchSize;
}

async function anchorSealed(
  { anchors, clock, log }: SealerDeps,
  organizationId: string,
  { from, number, hash }: SealedBatch,
): Promise<void> {
  try {
    await anchors.add({ organizationId, from, number, hash: hash.toString('hex'), atMs: clock() });
  } catch (error) {
    // Sealing goes on: the next anchor vouches for these seals too.
    log.error({ err: error, organizationId }, 'the end of the audit could not be written into the data folder');
  }
}

interface SealedBatch {
  from: number;
  number: number;
  hash: Buffer;
  count: number;
}

/** Null while another process holds the chain. */
const addBatch = ({ database, clock, key }: SealerDeps, organizationId: string): Promise<SealedBatch | null> =>
  database.withOrganization(organizationId, async (trx) => {
    const head = await repository.holdHead(trx, organizationId);
    if (!head) return null;
    const from = head.number;
    const entries = await repository.unsealedEntries(trx, organizationId, batchSize);
    const seals = entries.map((entry) => sealNext(organizationId, head, entry));
    head.proof = headProof(key, organizationId, head);
    await repository.addSeals(trx, organizationId, { seals, head, now: new Date(clock()) });
    return { from, number: head.number, hash: head.hash, count: entries.length };
  });

/** The seal of the next entry; moves the head onto it. */
function sealNext(organizationId: string, head: repository.ChainHead, entry: ChainedEntry): repository.NewSeal {
  const link = { organizationId, number: head.number + 1, isLate: isLate(entry.atMs, head.newestAtMs) };
  head.hash = sealOf(head.hash, link, entry);
  head.number = link.number;
  head.newestAtMs = Math.max(head.newestAtMs ?? 0, entry.atMs);
  return { number: link.number, entryId: entry.id, hash: head.hash, isLate: link.isLate };
}
