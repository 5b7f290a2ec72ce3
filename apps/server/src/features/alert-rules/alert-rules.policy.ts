import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Scope } from '@sightline/domain/permissions/grant';
import { holds, mayAt, requireEntity, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { TargetPlace } from './rule-targets.repository.ts';

type RuleRight = Extract<Permission, 'AlertMonitoring' | 'AlertEdit'>;

/** Rights by each of which a rule is seen at a target. */
const seeing: readonly RuleRight[] = ['AlertMonitoring', 'AlertEdit'];

/** Throws `forbidden` for whoever sees no rules at all: each of the two rights is enough. */
export function requireSeeing(actor: MemberActor): void {
  if (!seeing.some((permission) => holds(actor, permission)))
    throw new AppError('forbidden', { permission: seeing[0] });
}

/** Where the actor sees rules, for lists. */
export const visibleTargets = (actor: MemberActor): readonly Scope[] =>
  seeing.map((permission) => scopeFor(actor, permission));

const seesAt = (actor: MemberActor, path: readonly string[]): boolean =>
  seeing.some((permission) => mayAt(actor, permission, path));

/** Those of the targets at which the actor sees rules. */
export const seenOf = <T extends { entityPath: readonly string[] }>(actor: MemberActor, targets: readonly T[]): T[] =>
  targets.filter(({ entityPath }) => seesAt(actor, entityPath));

type Target = Pick<TargetPlace, 'entityPath'> & { isDeleted: boolean };

/** Where rights on a rule are asked for: at its targets; when these are all gone, where they were. */
function pathsOf(targets: readonly Target[]): (readonly string[])[] {
  const live = targets.filter(({ isDeleted }) => !isDeleted);
  const asked = live.length > 0 ? live : targets;
  // What is nowhere needs the right on the whole organization.
  return asked.length > 0 ? asked.map(({ entityPath }) => entityPath) : [[]];
}

/** Whether the actor may see a rule with these targets. */
export const maySeeRule = (actor: MemberActor, targets: readonly Target[]): boolean =>
  pathsOf(targets).some((path) => seesAt(actor, path));

/** Whether the actor may do this with a rule: at all its targets, also at those that are hidden from the actor. */
export const mayWithRule = (actor: MemberActor, targets: readonly Target[], permission: RuleRight): boolean =>
  pathsOf(targets).every((path) => mayAt(actor, permission, path));

/** Throws `forbidden` for whoever may not do this at all targets of a rule that is seen. */
export function requireAtAll(actor: MemberActor, targets: readonly Target[], permission: RuleRight): void {
  if (!mayWithRule(actor, targets, permission)) throw new AppError('forbidden', { permission });
}

/** A camera or core at which a rule is to watch. Throws `not_found` for what is not visible, and `forbidden`. */
export const requireTarget = (actor: MemberActor, place: TargetPlace | undefined): TargetPlace =>
  requireEntity(actor, place, {
    permission: 'AlertEdit',
    view: place?.isCamera === false ? 'CoreView' : 'CameraView',
  });

/** Throws what an unknown kind is refused with, for kinds of developers when the actor is none. */
export function requireKind({ isStaff }: MemberActor, { kind }: RuleCondition): void {
  if ('isForDevelopers' in ruleKinds[kind] && !isStaff)
    throw new AppError('validation_failed', { fields: ['condition'], part: 'body' });
}
