import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { SessionActor } from '../../../platform/auth/actor.ts';
import { findOrigin, touchSession } from '../session-origin.repository.ts';
import { refusalOf, type SessionOrigin, type SignInRulesCache } from './sign-in-rules.ts';

interface AdmissionDeps {
  database: Database;
  clock: Clock;
  rules: SignInRulesCache;
}

interface Candidate {
  organizationIds: readonly string[];
  wanted: string | null;
  origin: SessionOrigin;
  address: string;
}

/** Answers which organization a session may work in, and what bars it from the one it is in. */
export type Admission = ReturnType<typeof createAdmission>;

/** The rules of organizations, applied to sessions: ways of signing in, networks, second factor. */
export function createAdmission({ database, clock, rules }: AdmissionDeps) {
  const refusal = async (organizationId: string, origin: SessionOrigin, address: string): Promise<ErrorCode | null> => {
    const found = await rules.of(organizationId);
    return found ? refusalOf(found, organizationId, { ...origin, address, nowMs: clock() }) : 'not_found';
  };

  return {
    refusal,
    /** The wanted organization or else the first that admits; throws why when there are organizations and none does. */
    choose: async ({ organizationIds, wanted, origin, address }: Candidate): Promise<string | null> => {
      const inOrder =
        wanted !== null && organizationIds.includes(wanted)
          ? [wanted, ...organizationIds.filter((one) => one !== wanted)]
          : organizationIds;
      let first: ErrorCode | null = null;
      for (const organizationId of inOrder) {
        const refused = await refusal(organizationId, origin, address);
        if (refused === null) return organizationId;
        first ??= refused;
      }
      if (first !== null) throw new AppError(first);
      return null;
    },
    /** True when the organization waits for a second factor that this session has not shown. */
    lacksMfa: async (organizationId: string | null, mfaAt: Date | null): Promise<boolean> =>
      organizationId !== null && mfaAt === null && ((await rules.of(organizationId))?.demandsMfa ?? false),
    /** What bars somebody who calls, or holds something open, from an address; null for nothing. Asked at every call. `isCall`: the session was seen there now. */
    barOf: async (
      { sessionId, organizationId, apiKeyId }: SessionActor,
      { address, isCall = false }: { address: string | null; isCall?: boolean },
    ): Promise<ErrorCode | null> => {
      if (organizationId === null) return null;
      const found = await rules.of(organizationId);
      if (!found) return null;
      // Programs come by no way of signing in.
      const way = apiKeyId === undefined ? found : { ...found, allowsPassword: true, allowsProviders: true };
      const isFree = !found.demandsMfa && !found.firewall.isEnabled && way.allowsPassword && way.allowsProviders;
      // What a key holds open was asked of the network when it called, and is asked again when it renews.
      if (isFree || (address === null && apiKeyId !== undefined)) return null;
      const origin = apiKeyId === undefined ? await findOrigin(database, sessionId) : null;
      const known = { authProviderId: null, providerOrganizationId: null, mfaAt: null, ...origin };
      // The address where a session was last seen stands for whatever has none of its own.
      const from = address ?? origin?.address ?? '';
      const refused = refusalOf(way, organizationId, {
        ...known,
        providerOrganizationId: null,
        address: from,
        nowMs: clock(),
      });
      if (refused === null && origin && isCall && address !== null && origin.address !== address) {
        await touchSession(database.global, sessionId, { address, nowMs: clock() });
      }
      // A key is a factor of its own: programs read no codes.
      return refused ?? (found.demandsMfa && apiKeyId === undefined && known.mfaAt === null ? 'mfa_demanded' : null);
    },
  };
}
