import type {
  Organization,
  OrganizationInput,
  OrganizationUpdate,
} from '@sightline/contracts/organizations/organization';
import {
  analyticsSwitch,
  type AnalyticsSwitch,
  type AnalyticsSwitches,
} from '@sightline/contracts/organizations/analytics-switches';
import { AppError } from '@sightline/contracts/shared/errors';
import { announceRights, rightsChangedTopic, type RightsChange } from '../../platform/auth/rights-changes.ts';
import { signInRulesTopic } from '../../platform/auth/sign-in-rules-topic.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor, SessionActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import { hasWayIn } from '../auth-providers/auth-providers.public.ts';
import type { MfaProof } from '../../platform/auth/mfa-proof.ts';
import { presentOrganization } from './organizations.presenter.ts';
import { deleteOrganization, hasCores } from './organization-removal.repository.ts';
import * as repository from './organizations.repository.ts';

/** Every session carries the list of its person's organizations; and accounts are for the asking. */
const maxOfOnePerson = 200;

/** What organizations need from the rest of the server. */
export interface OrganizationsDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  mfa: Pick<MfaProof, 'isNeeded'>;
  /** What cameras may recognise is told to their cores: called with the switches that are not as before. */
  onSwitchesChanged: (
    change: ChangeWork,
    now: { organizationId: string; changed: readonly AnalyticsSwitch[] },
  ) => Promise<void>;
}

/** Organizations: made by anybody who is signed in, changed and deleted by their administrators. */
export type OrganizationsService = ReturnType<typeof createOrganizationsService>;

/** Organizations own everything else; whoever makes one is its administrator. */
export function createOrganizationsService(deps: OrganizationsDeps) {
  const { database, changes } = deps;
  return {
    create: async (actor: SessionActor, input: OrganizationInput): Promise<Organization> => {
      const organizationId = newId();
      const { userId, sessionId, address } = actor;
      const has = await repository.countMemberships(database, userId);
      if (has >= maxOfOnePerson) throw new AppError('too_many', { limit: maxOfOnePerson });
      return changes.run({ organizationId, by: { userId, sessionId, address } }, async ({ trx, audit }) => {
        const row = await repository.insertOrganization(trx, organizationId, { ...input, madeBy: userId });
        await repository.addAdministrator(trx, organizationId, userId);
        await audit({
          action: 'organization.create',
          entityKind: 'organization',
          entityId: organizationId,
          data: { name: row.name },
        });
        return presentOrganization(row);
      });
    },
    getCurrent: async ({ organizationId }: MemberActor): Promise<Organization> => {
      const row = await database.withOrganization(organizationId, (trx) =>
        repository.findOrganization(trx, organizationId),
      );
      if (!row) throw new AppError('not_found');
      return presentOrganization(row);
    },
    updateCurrent: (actor: MemberActor, change: OrganizationUpdate): Promise<Organization> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, (work) => update(deps, work, { actor, change })),
    getAnalyticsSwitches: ({ organizationId }: MemberActor): Promise<AnalyticsSwitches> =>
      database.withOrganization(organizationId, (trx) => repository.findAnalyticsSwitches(trx, organizationId)),
    setAnalyticsSwitches: (actor: MemberActor, wanted: Partial<AnalyticsSwitches>): Promise<AnalyticsSwitches> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        setSwitches(deps, work, { actor, wanted }),
      ),
    removeCurrent: (actor: MemberActor, typedName: string): Promise<Record<string, never>> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        remove(deps, work, { actor, typedName }),
      ),
  };
}

async function update(
  deps: OrganizationsDeps,
  work: ChangeWork,
  { actor, change }: { actor: MemberActor; change: OrganizationUpdate },
): Promise<Organization> {
  const { organizationId, userId } = actor;
  const { signIn, ...rest } = change;
  const set = Object.fromEntries(Object.entries({ ...rest, ...signIn }).filter(([, value]) => value !== undefined));
  const before = await repository.holdOrganization(work.trx, organizationId);
  if (!before) throw new AppError('not_found');
  // Whoever demands a second factor of all would be the first to be shut out.
  if (signIn?.demandsMfa && !before.demandsMfa && !(await deps.mfa.isNeeded(userId)))
    throw new AppError('mfa_own_first');
  const row = await repository.updateOrganization(work.trx, organizationId, set);
  if (signIn && !(await hasWayIn(work.trx, organizationId))) throw new AppError('sign_in_locks_out');
  await work.audit({ action: 'organization.update', entityKind: 'organization', entityId: row.id, data: set });
  await work.announce({ kind: 'organizations.changed' });
  if (signIn) {
    work.afterCommit(() => deps.bus.publish(signInRulesTopic, { organizationId }));
    // Who may not be here any more by the new rules still has live views and screens open.
    await announceRights(work, deps.bus, { organizationId, userIds: null });
  }
  if (row.localLiveStream !== before.localLiveStream) {
    const changed: RightsChange = { organizationId, userIds: null };
    work.afterCommit(() => deps.bus.publish(rightsChangedTopic, changed));
  }
  return presentOrganization(row);
}

async function setSwitches(
  deps: OrganizationsDeps,
  work: ChangeWork,
  { actor, wanted }: { actor: MemberActor; wanted: Partial<AnalyticsSwitches> },
): Promise<AnalyticsSwitches> {
  const { organizationId } = actor;
  const row = await repository.holdOrganization(work.trx, organizationId);
  if (!row) throw new AppError('not_found');
  const before = await repository.findAnalyticsSwitches(work.trx, organizationId);
  const after: AnalyticsSwitches = { ...before, ...wanted };
  const changed = analyticsSwitch.options.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return before;
  await repository.setAnalyticsSwitches(work.trx, organizationId, after);
  await work.audit({
    action: 'organization.update',
    entityKind: 'organization',
    entityId: row.id,
    data: { analyticsSwitches: Object.fromEntries(changed.map((name) => [name, after[name]])) },
  });
  await work.announce({ kind: 'organizations.changed' });
  await deps.onSwitchesChanged(work, { organizationId, changed });
  return after;
}

async function remove(
  deps: OrganizationsDeps,
  work: ChangeWork,
  { actor, typedName }: { actor: MemberActor; typedName: string },
): Promise<Record<string, never>> {
  const { organizationId, userId } = actor;
  // Help is for what is there; ending it all is for the people of the organization.
  if (actor.viaOrganizationId !== undefined) throw new AppError('forbidden');
  const row = await repository.holdOrganization(work.trx, organizationId);
  if (!row) throw new AppError('not_found');
  if (row.isDefault) throw new AppError('organization_fixed');
  if (row.name !== typedName.trim()) throw new AppError('organization_name_wrong', { fields: ['name'] });
  if (await hasCores(work.trx, organizationId)) throw new AppError('organization_not_empty');
  await work.announce({ kind: 'organizations.deleted', organizationId });
  await deleteOrganization(work.trx, { organizationId, name: row.name, deletedBy: userId });
  work.afterCommit(() => {
    deps.bus.publish(signInRulesTopic, { organizationId });
    deps.bus.publish(rightsChangedTopic, { organizationId, userIds: null } satisfies RightsChange);
  });
  return {};
}
