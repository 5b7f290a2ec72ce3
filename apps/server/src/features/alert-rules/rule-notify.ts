import { isDeepStrictEqual } from 'node:util';
import type { AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';

type Notify = AlertRuleInput['notify'];

/** Everybody whom a rule names, at first and later. */
export const peopleOf = ({ userIds, steps = [] }: Notify): string[] => [
  ...userIds,
  ...steps.flatMap((step) => step.userIds),
];

/** Who left is named by nobody's choice any more: as long as somebody leaves the others alone, the rule goes on naming them, and tells that they do not hear. */
export const keepNamed = (before: Notify, now: Notify, members: ReadonlySet<string>): Notify =>
  isDeepStrictEqual(amongMembers(before, members), now) ? before : now;

/** Whom a rule names, without those who left. */
export function amongMembers({ userIds, channels, steps = [] }: Notify, members: ReadonlySet<string>): Notify {
  const stay = (ids: readonly string[]): string[] => ids.filter((userId) => members.has(userId));
  const left = steps
    .map((step) => ({ ...step, userIds: stay(step.userIds) }))
    .filter((step) => step.userIds.length > 0);
  return { userIds: stay(userIds), channels, ...(left.length > 0 ? { steps: left } : {}) };
}
