import type { AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { scopeCovers, type Scope } from '@sightline/domain/permissions/grant';
import type { Work } from '../../platform/database/database.ts';
import { readMemberScopes } from '../sessions/sessions.public.ts';
import { peopleOf } from './rule-notify.ts';
import type { TargetPlace } from './rule-targets.repository.ts';

/** Where each of these people sees alerts; who sees none, or is no member, is left out. */
export const alertScopesOf = (
  trx: Work,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Scope>> =>
  readMemberScopes(trx, organizationId, { userIds, permission: 'AlertMonitoring' });

type Places = readonly Pick<TargetPlace, 'entityPath'>[];

/** Whether somebody sees alerts at one of these places; where there are none, nobody is kept from any. */
export const seesAlerts = (scope: Scope | undefined, places: Places): boolean =>
  places.length === 0 || (scope !== undefined && places.some(({ entityPath }) => scopeCovers(scope, entityPath)));

/** Whether a rule names people, and ways to tell them, and none of them hears of its alerts any more. */
export function reachesNobody(
  notify: AlertRuleInput['notify'],
  places: Places,
  scopes: ReadonlyMap<string, Scope>,
): boolean {
  const people = peopleOf(notify);
  const hears = (userId: string): boolean => {
    const scope = scopes.get(userId);
    return scope !== undefined && seesAlerts(scope, places);
  };
  return people.length > 0 && notify.channels.length > 0 && !people.some(hears);
}
