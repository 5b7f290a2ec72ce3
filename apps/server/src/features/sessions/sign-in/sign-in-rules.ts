import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { signInRulesTopic } from '../../../platform/auth/sign-in-rules-topic.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Database } from '../../../platform/database/database.ts';
import { admits } from '../../login-firewall/login-firewall.public.ts';
import { readRules, type SignInRules } from './sign-in-rules.repository.ts';

/** A change is told over the bus; should that fail, this is how long the old rule holds on. */
const keepMs = 1000;
const keepAtMost = 10_000;

/** How a session came to be. */
export interface SessionOrigin {
  /** Null: by password. */
  authProviderId: string | null;
  /** A provider opens its own organization alone. */
  providerOrganizationId: string | null;
  mfaAt: Date | null;
}

/** Where a call comes from. */
export interface CallPlace {
  address: string;
  nowMs: number;
}

/** Rules of organizations, kept for a moment, because every call asks for them. */
export function createSignInRules({ database, bus }: { database: Database; bus: Bus }) {
  const kept = new Map<string, { atMs: number; rules: Promise<SignInRules | null> }>();
  bus.subscribe(signInRulesTopic, (body) => void kept.delete((body as { organizationId: string }).organizationId));
  bus.onGap(() => kept.clear());
  return {
    /** Null for an organization that does not exist (any more). */
    of: (organizationId: string): Promise<SignInRules | null> => {
      const found = kept.get(organizationId);
      if (found && performance.now() - found.atMs < keepMs) return found.rules;
      const rules = readRules(database, organizationId);
      rules.catch(() => kept.delete(organizationId));
      if (kept.size >= keepAtMost) kept.clear();
      kept.set(organizationId, { atMs: performance.now(), rules });
      return rules;
    },
  };
}

export type SignInRulesCache = ReturnType<typeof createSignInRules>;

/** Why a session may not enter an organization at all; null when it may. */
export function refusalOf(
  rules: SignInRules,
  organizationId: string,
  session: SessionOrigin & CallPlace,
): ErrorCode | null {
  if (!admits(rules.firewall, session.address, session.nowMs)) return 'firewall_refused';
  if (session.providerOrganizationId !== null && session.providerOrganizationId !== organizationId)
    return 'sign_in_method_refused';
  const isAllowed = session.authProviderId === null ? rules.allowsPassword : rules.allowsProviders;
  return isAllowed ? null : 'sign_in_method_refused';
}
