import type { AlertRule, AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import { newId } from '../../../platform/ids/new-id.ts';
import { firstCorners } from '../../../ui/drawing/corners.ts';
import type { RuleTemplate } from '../templates/rule-templates.ts';
import { defaultsOf, hasPart, needsZones } from './condition-facts.ts';
import { ruleFacts } from './rule-facts.at-build.ts';

/** A condition while it is being written: what is typed can still be nothing, or no number. */
export interface ConditionDraft {
  kind: RuleKind;
  [part: string]: unknown;
}

/** What the form of a rule holds. */
export interface RuleValues extends Omit<AlertRuleInput, 'condition'> {
  condition: ConditionDraft;
}

/** Where what has to be drawn begins: in the middle of the picture, to be moved to its place. Upwards, so that its right side is on the right. */
const firstLine = (x: number) => ({
  id: newId(),
  points: [
    { x, y: 0.8 },
    { x, y: 0.3 },
  ],
});
/** The place of an object, to be moved to it. */
const firstPlace = { x: 0.4, y: 0.4, width: 0.2, height: 0.25 };

const aboutVehicles: readonly RuleKind[] = ['speedControl', 'trafficControl', 'missingObject'];

/** What a rule of a kind watches for before anything is said. */
export function newCondition(kind: RuleKind): ConditionDraft {
  const isTwoLines = hasPart(kind, 'secondLine');
  return {
    ...defaultsOf(kind),
    kind,
    // What these are about on most sites.
    ...(aboutVehicles.includes(kind) && { classes: ['vehicle'] }),
    ...(needsZones(kind) && { zones: [{ id: newId(), points: firstCorners(0) }] }),
    ...(hasPart(kind, 'line') && { line: firstLine(isTwoLines ? 0.35 : 0.5) }),
    ...(isTwoLines && { secondLine: firstLine(0.65), metres: Number.NaN, limitKmh: 30 }),
    ...(hasPart(kind, 'place') && { place: firstPlace }),
    ...(hasPart(kind, 'judges') && { judges: firstJudges('wrongWay') }),
    ...(hasPart(kind, 'uniformIds') && { uniformIds: [] }),
    ...(hasPart(kind, 'tag') && { tag: '' }),
    ...(hasPart(kind, 'expression') && { expression: '' }),
  };
}

/** A condition that is judged by lines has one to begin with. */
export function withFirstLine(condition: ConditionDraft): ConditionDraft {
  const isWithout = condition['countedBy'] === 'lines' && (condition['lines'] as readonly unknown[]).length === 0;
  return isWithout ? { ...condition, lines: [firstLine(0.5)] } : condition;
}

/** What a rule on traffic judges, before more is said. */
export const firstJudges = (what: string): Record<string, unknown> =>
  what === 'stopped' ? { what, limitS: 30 } : { what, heading: 0, toleranceDegrees: 60 };

/** What a new rule of a kind is before anything is said. */
export const newRule = (kind: RuleKind, name: string): RuleValues => ({
  ...structuredClone(ruleFacts.defaults),
  name,
  severity: ruleKinds[kind].severity,
  condition: newCondition(kind),
});

/** What a saved rule puts into the form. */
export const valuesOf = (rule: AlertRule): RuleValues => {
  const { name, severity, condition } = rule;
  const others = Object.keys(ruleFacts.defaults).map((part) => [part, rule[part as keyof typeof ruleFacts.defaults]]);
  return { ...(Object.fromEntries(others) as typeof ruleFacts.defaults), name, severity, condition: { ...condition } };
};

/** The value at a path of the condition, such as `judges.limitS`. */
export const valueAt = (condition: ConditionDraft, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], condition);

/** The condition with another value at a path. */
export function withValueAt(condition: ConditionDraft, path: string, value: unknown): ConditionDraft {
  const [first, second] = path.split('.');
  if (second === undefined) return { ...condition, [first!]: value };
  return { ...condition, [first!]: { ...(condition[first!] as object), [second]: value } };
}

/** A new rule as a template and the address begin it: what they do not say stays as it is. */
export function ruleFrom(
  values: RuleValues,
  template: RuleTemplate | undefined,
  cameraId: string | undefined,
): RuleValues {
  const said = template?.kind === values.condition.kind ? template : undefined;
  return {
    ...values,
    ...(said?.severity !== undefined && { severity: said.severity }),
    ...(said?.coolDownS !== undefined && { coolDownS: said.coolDownS }),
    ...(cameraId !== undefined && values.condition.kind !== 'coreStatus' && { cameraIds: [cameraId] }),
    condition: { ...values.condition, ...said?.condition },
  };
}
