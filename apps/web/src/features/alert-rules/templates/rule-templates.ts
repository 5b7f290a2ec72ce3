import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import type { RuleCondition, RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import type { AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';

type ConditionOf<K extends RuleKind> = Extract<RuleCondition, { kind: K }>;

/** Where a form begins. What is drawn, and whatever is not said, people give themselves; the rest has the defaults of the kind. */
export type RuleTemplate = {
  [K in RuleKind]: { kind: K; condition: Partial<Omit<ConditionOf<K>, 'kind'>> } & Partial<
    Pick<AlertRuleInput, 'severity' | 'coolDownS'>
  >;
}[RuleKind];

/** The jobs that rules are commonly made for, in the order in which they are offered. */
export const ruleTemplates = {
  peopleAfterHours: { kind: 'trespassing', condition: { classes: ['person'], minStayS: 1 }, coolDownS: 120 },
  vehiclesAfterHours: {
    kind: 'appearing',
    condition: { classes: ['vehicle'], minStayS: 1, reappearS: 60 },
    severity: 'warning',
  },
  fence: { kind: 'lineCrossing', condition: { classes: ['person'], direction: 'any' }, coolDownS: 30 },
  hangingAround: { kind: 'loitering', condition: { classes: ['person'], limitS: 60 }, coolDownS: 300 },
  blockedGate: {
    kind: 'trafficControl',
    condition: { classes: ['vehicle'], judges: { what: 'stopped', limitS: 120 } },
    coolDownS: 300,
  },
  twoThroughDoor: { kind: 'tailgating', condition: { classes: ['person'], count: 2, withinS: 3 }, coolDownS: 30 },
  longQueue: {
    kind: 'occupancy',
    condition: { classes: ['person'], compare: 'atLeast', count: 6, forS: 60 },
    severity: 'info',
    coolDownS: 600,
  },
  emptyPost: { kind: 'absence', condition: { classes: ['person'], minCount: 1, forS: 300 }, coolDownS: 900 },
  nearVehicles: {
    kind: 'proximity',
    condition: { classes: ['person'], otherClasses: ['vehicle'], distance: 1.5 },
    coolDownS: 60,
  },
  thingGone: { kind: 'missingObject', condition: { forS: 30 }, coolDownS: 300 },
  cameraTampered: { kind: 'tampering', condition: {}, coolDownS: 300 },
  cameraDown: { kind: 'cameraStatus', condition: { what: ['offline', 'notRecording'], forS: 60 }, coolDownS: 300 },
} as const satisfies Record<string, RuleTemplate>;

/** Name of a template, as it stands in addresses. */
export type RuleTemplateKey = keyof typeof ruleTemplates;

/** The names in the order in which they are offered. */
export const templateKeys = Object.keys(ruleTemplates) as RuleTemplateKey[];

const isKey = (key: string): key is RuleTemplateKey => Object.hasOwn(ruleTemplates, key);

/** The template of this name; undefined for none, so that an old link opens an empty form. */
export const templateNamed = (key: string | undefined): RuleTemplate | undefined =>
  key !== undefined && isKey(key) ? ruleTemplates[key] : undefined;

/** Where a rule of this kind is made. */
export const createPath = (kind: RuleKind): `/alert/create/${number}/${number}` =>
  `/alert/create/${ruleKinds[kind].group}/${ruleKinds[kind].number}`;
