import type { DomainProof } from '@sightline/contracts/auth-providers/auth-provider';
import { isSharedMailDomain } from '@sightline/domain/auth-providers/shared-mail-domains';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type Originator } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { TextRecords } from '../../platform/names/text-records.ts';
import * as repository from './domain-proofs.repository.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** So long a domain counts after its record was last seen: names are moved, and back, and name servers are away. */
const proofLifeMs = 7 * dayMs;
/** One silent name server delays the others little, and a thousand domains do not become a thousand questions at once. */
const maxChecksAtOnce = 8;
/** A round begins no further look after this; the domains that wait longest are first in the next. */
const roundMs = 60_000;

/** The TXT record by which an organization shows that a domain is its own. It is no secret: only who owns the name can write it there. */
export const proofRecord = (organizationId: string, domain: string): DomainProof['record'] => ({
  name: `_sightline.${domain}`,
  value: `sightline-organization=${organizationId}`,
});

export interface DomainProofsDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
  names: TextRecords;
  /** Whether anybody may make an account: then who has an address of a domain says nothing about whose the domain is. */
  isSignUpOpen: boolean;
}

/** What an organization has shown of its domains. */
export type DomainProofs = ReturnType<typeof createDomainProofs>;

interface Place {
  organizationId: string;
  domain: string;
}

/** Missed looks that are news to nobody: names are moved, and name servers are away for a day. */
const quietMs = 2 * dayMs;

/** Proved domains whose record was not found for two days, with when each stops counting, and those that stopped by themselves within the last day. */
export async function fadingDomains(
  trx: Work,
  organizationId: string,
  nowMs: number,
): Promise<{ id: string; name: string; expiresAt: Date }[]> {
  const range = { before: new Date(nowMs - quietMs), from: new Date(nowMs - proofLifeMs - dayMs) };
  const rows = await repository.fadingProofs(trx, organizationId, range);
  return rows.map(({ domain, seenAt }) => ({
    id: domain,
    name: domain,
    expiresAt: new Date(seenAt.getTime() + proofLifeMs),
  }));
}

export function createDomainProofs(deps: DomainProofsDeps) {
  const { database } = deps;

  const membersOnly = async (organizationId: string, domains: readonly string[]): Promise<string[]> =>
    deps.isSignUpOpen
      ? []
      : database.withOrganization(organizationId, (trx) =>
          repository.domainsOfMembersOnly(trx, organizationId, domains),
        );

  /** States of some domains of an organization. */
  const statesOf = async (organizationId: string, domains: readonly string[]): Promise<DomainProof[]> => {
    const own = domains.filter((domain) => !isSharedMailDomain(domain));
    const [rows, closed] = [
      await database.withOrganization(organizationId, (trx) => repository.listProofs(trx, organizationId)),
      await membersOnly(organizationId, own),
    ];
    return domains.map((domain) =>
      present(
        { organizationId, domain },
        rows.find((row) => row.domain === domain),
        closed.includes(domain),
      ),
    );
  };

  return {
    statesOf,
    /** True where the sign-in page may lead an address of this domain to the organization, without a record in the DNS. */
    isMembersOnly: async ({ organizationId, domain }: Place): Promise<boolean> =>
      (await membersOnly(organizationId, [domain])).includes(domain),
    /** Looks in the DNS now. */
    prove: async (place: Place, by: Originator & { userId: string | null }): Promise<DomainProof> => {
      if (!isSharedMailDomain(place.domain)) await check(deps, place, { by, isAsked: true });
      const [state] = await statesOf(place.organizationId, [place.domain]);
      if (!state) throw new Error('a domain has no state');
      return state;
    },
    /** Looks once a day whether the records of proved domains are still there, and every hour where the last look did not find it. */
    checkAgain: () => checkAgain(deps),
  };
}

async function checkAgain(deps: DomainProofsDeps): Promise<void> {
  const { database, clock } = deps;
  const startedMs = clock();
  const due: (Place & { checkedMs: number })[] = [];
  await atOnce(await repository.organizationsWithProofs(database), async (organizationId) => {
    const rows = await database.withOrganization(organizationId, (trx) => repository.listProofs(trx, organizationId));
    for (const { domain, provedAt, checkedAt, failure } of rows)
      if (provedAt !== null && startedMs - checkedAt.getTime() >= (failure === null ? dayMs : hourMs))
        due.push({ organizationId, domain, checkedMs: checkedAt.getTime() });
  });
  const longestFirst = due.toSorted((a, b) => a.checkedMs - b.checkedMs);
  await atOnce(longestFirst, async ({ organizationId, domain }) => {
    if (clock() - startedMs < roundMs) await check(deps, { organizationId, domain }, { by: nobody, isAsked: false });
  });
}

/** Works through a list in order, a few at a time. */
async function atOnce<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = list.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: maxChecksAtOnce }, worker));
}

function present(
  { organizationId, domain }: Place,
  row: repository.DomainProofRow | undefined,
  isMembersOnly: boolean,
): DomainProof {
  const known = {
    domain,
    record: proofRecord(organizationId, domain),
    checkedAt: row?.checkedAt.getTime() ?? null,
    failure: row?.failure ?? null,
  };
  if (isSharedMailDomain(domain)) return { ...known, state: 'shared' };
  if (row?.provedAt) return { ...known, state: 'proved' };
  return { ...known, state: isMembersOnly ? 'members' : 'unproved' };
}

async function check(
  deps: DomainProofsDeps,
  place: Place,
  { by, isAsked }: { by: Originator; isAsked: boolean },
): Promise<void> {
  const failure = await missing(deps, place);
  const at = new Date(deps.clock());
  await deps.changes.run({ organizationId: place.organizationId, by }, async ({ trx, audit }) => {
    if (!(await repository.holdUsedDomain(trx, place.organizationId, place.domain))) return;
    const before = await repository.findProof(trx, place.organizationId, place.domain);
    const seenAt = failure === null ? at : (before?.seenAt ?? null);
    const isLost =
      seenAt === null || (failure === 'record_missing' && isAsked) || at.getTime() - seenAt.getTime() >= proofLifeMs;
    const provedAt = isLost || (failure !== null && before?.provedAt === null) ? null : (before?.provedAt ?? at);
    // Who looked is told there and then; what ran out by itself is told for a day.
    const lastSeenAt = provedAt === null && isAsked ? null : seenAt;
    await repository.saveProof(trx, { ...place, provedAt, checkedAt: at, seenAt: lastSeenAt, failure });
    const [was, is] = [Boolean(before?.provedAt), provedAt !== null];
    if (was !== is || isAsked)
      await audit({
        action: 'authProvider.proveDomain',
        entityKind: 'organization',
        entityId: place.organizationId,
        data: { domain: place.domain, isProved: is },
      });
  });
}

async function missing(
  { names }: DomainProofsDeps,
  { organizationId, domain }: Place,
): Promise<repository.DomainProofRow['failure']> {
  const { name, value } = proofRecord(organizationId, domain);
  try {
    return (await names.find(name)).some((found) => found.trim() === value) ? null : 'record_missing';
  } catch {
    // Whoever could not be asked said nothing about the domain.
    return 'dns_failed';
  }
}
