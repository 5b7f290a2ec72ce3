import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import type { Limits } from './condition-schema.ts';
import { ruleFacts } from './rule-facts.at-build.ts';

const unlimited: Limits = { min: 0, max: Number.MAX_SAFE_INTEGER, isWhole: false };

/** Whether what one camera shows is all that such a rule is judged by. */
export const isJudgedByCamera = (kind: RuleKind): boolean => ruleFacts.kinds[kind].isJudgedByCamera;

/** What a figure of a kind's condition can be, by a path such as `judges.limitS`. */
export const limitsOf = (kind: RuleKind, path: string): Limits => ruleFacts.kinds[kind].limits[path] ?? unlimited;

/** What a figure of a rule beside its condition can be. */
export const ruleLimitsOf = (name: string): Limits => ruleFacts.limits[name] ?? unlimited;

/** Whether a kind's condition has such a part. */
export const hasPart = (kind: RuleKind, name: string): boolean => ruleFacts.kinds[kind].parts.includes(name);

/** What the parts of a condition are when nothing is said; those that have to be said are left out. */
export const defaultsOf = (kind: RuleKind): Record<string, unknown> => structuredClone(ruleFacts.kinds[kind].defaults);

/** Whether a rule of the kind needs at least one zone. */
export const needsZones = (kind: RuleKind): boolean => ruleFacts.kinds[kind].needsZones;
