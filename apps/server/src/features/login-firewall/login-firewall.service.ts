import type { LoginFirewall, LoginFirewallInput } from '@sightline/contracts/login-firewall/login-firewall';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import { announceRights } from '../../platform/auth/rights-changes.ts';
import { signInRulesTopic } from '../../platform/auth/sign-in-rules-topic.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import { isInNetworks, plainAddress } from './allowed-networks.ts';
import { findFirewall, liftFirewall, saveFirewall, type FirewallRow } from './login-firewall.repository.ts';

const breakGlassMs = 3_600_000;

interface LoginFirewallDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
}

function present(row: FirewallRow, address: string, nowMs: number): LoginFirewall {
  const networks = row.rules.map(({ cidr }) => cidr);
  const liftedUntilMs = row.breakGlassUntil?.getTime() ?? 0;
  return {
    isEnabled: row.isEnabled,
    rules: row.rules,
    ownAddress: plainAddress(address),
    ownAddressIsAllowed: isInNetworks(networks, address),
    breakGlassUntil: liftedUntilMs > nowMs ? liftedUntilMs : null,
    revision: row.revision,
  };
}

/** The networks from which an organization may be used. */
export type LoginFirewallService = ReturnType<typeof createLoginFirewallService>;

/** Set by administrators, who cannot lock themselves out, and lifted for an hour by whoever runs the server. */
export function createLoginFirewallService({ database, changes, bus, clock }: LoginFirewallDeps) {
  return {
    get: async (actor: MemberActor, address: string): Promise<LoginFirewall> => {
      const row = await database.withOrganization(actor.organizationId, (trx) =>
        findFirewall(trx, actor.organizationId),
      );
      return present(row, address, clock());
    },
    set: (actor: MemberActor, input: LoginFirewallInput, address: string): Promise<LoginFirewall> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async (change) => {
        const { trx, audit, announce, afterCommit } = change;
        const networks = input.rules.map(({ cidr }) => cidr);
        if (input.isEnabled && !isInNetworks(networks, address))
          throw new AppError('firewall_locks_out', { ownAddress: plainAddress(address) });
        const before = await findFirewall(trx, actor.organizationId);
        const known = new Map(before.rules.map((rule) => [`${rule.cidr} ${rule.note}`, rule]));
        const rules = input.rules.map(
          (rule) => known.get(`${rule.cidr} ${rule.note}`) ?? { id: newId(), ...rule, createdAt: clock() },
        );
        if (!(await saveFirewall(trx, actor.organizationId, { ...input, rules }))) throw new AppError('conflict');
        await audit({
          action: 'loginFirewall.set',
          entityKind: 'organization',
          entityId: actor.organizationId,
          data: {
            isEnabled: input.isEnabled,
            networks,
            before: { isEnabled: before.isEnabled, networks: before.rules.map(({ cidr }) => cidr) },
          },
        });
        await announce({ kind: 'organizations.changed' });
        afterCommit(() => bus.publish(signInRulesTopic, { organizationId: actor.organizationId }));
        // What is open from elsewhere ends now: live views, screens.
        await announceRights(change, bus, { organizationId: actor.organizationId, userIds: null });
        return present(
          { ...before, isEnabled: input.isEnabled, rules, revision: input.revision + 1 },
          address,
          clock(),
        );
      }),
  };
}

/** Lifts the firewall for an hour, from the machine of the server; null where none is set. */
export async function breakGlass(
  { changes, bus, clock }: Omit<LoginFirewallDeps, 'database'>,
  organizationId: string,
): Promise<number | null> {
  const untilMs = clock() + breakGlassMs;
  return changes.run({ organizationId, by: nobody }, async ({ trx, audit, announce, afterCommit }) => {
    if (!(await liftFirewall(trx, organizationId, new Date(untilMs)))) return null;
    await audit({
      action: 'loginFirewall.breakGlass',
      entityKind: 'organization',
      entityId: organizationId,
      data: { untilMs },
    });
    await announce({ kind: 'organizations.changed' });
    afterCommit(() => bus.publish(signInRulesTopic, { organizationId }));
    return untilMs;
  });
}
