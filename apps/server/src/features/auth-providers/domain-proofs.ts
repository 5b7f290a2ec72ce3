import type { DomainProof } from '@sightline/contracts/auth-providers/auth-provider';
import { isSharedMailDomain } from '@sightline/domain/auth-providers/shared-mail-domains';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type Originator } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { TextRecords } from '../../platform/names/text-records.ts';
import * as repository from './domain-proofs.repository.ts';

const dayMs = 86_400_000;
/** So long may the record of a proved domain be missing: names are moved, and back. */
const forgivenMs = 7 * dayMs;

/** The TXT record by which an organization shows that a domain is its own. It is no secret: only who owns the name can write it there. */
export const proofRecord = (organizationId: string, domain: string): DomainProof['record'] => ({
  name: `_sightline.${domain}`,
  value: `sightline-organization=${organizationId}`,
});

export interface DomainProofsParts {
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

export function createDomainProofs(parts: DomainProofsParts) {
  const { database } = parts;

  const membersOnly = async (organizationId: string, domains: readonly string[]): Promise<string[]> =>
    parts.isSignUpOpen
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
      if (!isSharedMailDomain(place.domain)) await look(parts, place, { by, isAsked: true });
      const [state] = await statesOf(place.organizationId, [place.domain]);
      if (!state) throw new Error('a domain has no state');
      return state;
    },
    /** Looks once a day whether the records of proved domains are still there. */
    lookAgain: async (): Promise<void> => {
      const before = parts.clock() - dayMs;
      for (const organizationId of await repository.organizationsWithProofs(database)) {
        const rows = await database.withOrganization(organizationId, (trx) =>
          repository.listProofs(trx, organizationId),
        );
        const due = rows.filter((row) => row.provedAt !== null && row.checkedAt.getTime() < before);
        for (const { domain } of due) await look(parts, { organizationId, domain }, { by: nobody, isAsked: false });
      }
    },
  };
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

async function look(
  parts: DomainProofsParts,
  place: Place,
  { by, isAsked }: { by: Originator; isAsked: boolean },
): Promise<void> {
  const failure = await missing(parts, place);
  const at = new Date(parts.clock());
  await parts.changes.run({ organizationId: place.organizationId, by }, async ({ trx, audit }) => {
    const before = await repository.findProof(trx, place.organizationId, place.domain);
    const missingSince =
      failure === 'record_missing'
        ? (before?.missingSince ?? at)
        : failure === null
          ? null
          : (before?.missingSince ?? null);
    const isGone =
      failure === 'record_missing' && (isAsked || at.getTime() - (missingSince ?? at).getTime() >= forgivenMs);
    const kept = isGone ? null : (before?.provedAt ?? null);
    const provedAt = failure === null ? (before?.provedAt ?? at) : kept;
    await repository.saveProof(trx, {
      ...place,
      provedAt,
      checkedAt: at,
      missingSince: provedAt === null ? null : missingSince,
      failure,
    });
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
  { names }: DomainProofsParts,
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
