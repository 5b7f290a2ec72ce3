import { AppError } from '@sightline/contracts/shared/errors';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { AlarmRule } from './alarm-rules.repository.ts';

const right = 'AlarmManagementEdit';

/** A rule is the actor's to arm when the right is held at everything that it watches; one that watches nothing needs it on the whole organization. */
export const mayArmRule = (actor: MemberActor, { paths }: Pick<AlarmRule, 'paths'>): boolean =>
  paths.length === 0 ? mayAt(actor, right, []) : paths.every((path) => mayAt(actor, right, path));

/** Whether the actor sees a rule by this right: at something that it watches. */
export const seesRule = (actor: MemberActor, { paths }: Pick<AlarmRule, 'paths'>): boolean =>
  paths.length === 0 ? mayAt(actor, right, []) : paths.some((path) => mayAt(actor, right, path));

/** Whether the actor sees an alarm with these rules. */
export const seesAlarm = (actor: MemberActor, rules: readonly AlarmRule[]): boolean =>
  rules.length === 0 ? mayAt(actor, right, []) : rules.some((rule) => seesRule(actor, rule));

/** Whether the actor may arm, change and delete an alarm: with all its rules, also those that are hidden from the actor. */
export const mayWithAlarm = (actor: MemberActor, rules: readonly AlarmRule[]): boolean =>
  rules.length === 0 ? mayAt(actor, right, []) : rules.every((rule) => mayArmRule(actor, rule));

/** Throws `forbidden` for whoever sees an alarm and may not do anything with it. */
export function requireAlarmRight(actor: MemberActor, rules: readonly AlarmRule[]): void {
  if (!mayWithAlarm(actor, rules)) throw new AppError('forbidden', { permission: right });
}

/** Throws `not_found` for rules that the actor does not see, and `forbidden` for those that are not the actor's to arm. */
export function requireRules(actor: MemberActor, wanted: readonly string[], found: readonly AlarmRule[]): void {
  const byId = new Map(found.map((rule) => [rule.id, rule]));
  for (const id of wanted) {
    const rule = byId.get(id);
    if (!rule || !seesRule(actor, rule)) throw new AppError('not_found', { fields: ['alertIds'] });
    if (!mayArmRule(actor, rule)) throw new AppError('forbidden', { permission: right });
  }
}
