import type { RuleKind } from './rule-conditions.ts';

interface LaterOption {
  /** Null: every kind that has the part. */
  kind: RuleKind | null;
  /** Parts of the condition that belong to it alone. */
  parts: readonly string[];
  isUsed: (condition: Readonly<Record<string, unknown>>) => boolean;
  /** The server judges it: no core need know it. */
  isOnServer?: true;
}

const where =
  (part: string, isUsed: (value: unknown) => boolean): LaterOption['isUsed'] =>
  (condition) =>
    condition[part] !== undefined && isUsed(condition[part]);

/**
 * What conditions can ask for that the first cores with rules do not know, by its name. A core that does not know an option would judge the
 * rule as if it did not have it: it announces those that it knows, and is told of others in a form that it cannot judge.
 */
const laterOptions = {
  stayCounts: {
    kind: 'loitering',
    parts: ['counts', 'sumWithinS'],
    isUsed: where('counts', (value) => value !== 'visit'),
  },
  countBetween: { kind: 'occupancy', parts: ['maxCount'], isUsed: where('compare', (value) => value === 'between') },
  countedBy: {
    kind: 'occupancy',
    parts: ['countedBy', 'lines', 'resetHour'],
    isUsed: where('countedBy', (value) => value !== 'zone'),
  },
  pointAny: { kind: null, parts: [], isUsed: where('point', (value) => value === 'any') },
  groups: { kind: null, parts: ['groupIds'], isUsed: where('groupIds', (value) => JSON.stringify(value) !== '[]') },
  strangers: { kind: 'face', parts: [], isUsed: where('mode', (value) => value === 'unknown') },
  suspectPeople: { kind: 'suspect', parts: ['mode', 'personIds'], isUsed: where('mode', (value) => value !== 'any') },
  coreTrouble: {
    kind: 'coreStatus',
    parts: ['what', 'diskPercent', 'clockS'],
    isUsed: where('what', (value) => JSON.stringify(value) !== '["offline"]'),
    isOnServer: true,
  },
} as const satisfies Record<string, LaterOption>;

/** An option that came later, in one word. */
export type OptionName = keyof typeof laterOptions;

const names = Object.keys(laterOptions) as OptionName[];

/** Whether this version knows an option. */
export const isOption = (name: unknown): name is OptionName => names.some((known) => known === name);

const factsOf = (name: OptionName): LaterOption => laterOptions[name];

type Condition = Readonly<Record<string, unknown>> & { kind: string };

const optionsOf = ({ kind }: Condition): OptionName[] =>
  names.filter((name) => [kind, null].includes(factsOf(name).kind));

/** Names of the options that a condition uses. */
export const optionsUsedIn = (condition: Condition): OptionName[] =>
  optionsOf(condition).filter((name) => factsOf(name).isUsed(condition));

const abilityOf = (name: string): string => `ruleOptions:${name}`;

/** What a core announces that knows all options. */
export const ruleOptionAbilities: readonly string[] = names
  .filter((name) => factsOf(name).isOnServer !== true)
  .map(abilityOf);

/** What a core must announce to judge what a condition asks for beside its kind. */
export const optionAbilitiesOf = (condition: Condition): string[] => optionsUsedIn(condition).map(abilityOf);

/** A condition without the parts of options that it does not use: as it was written before there were any. */
export function plainCondition<C extends Condition>(condition: C): C {
  const used = optionsUsedIn(condition);
  const unused = optionsOf(condition).flatMap((name) => (used.includes(name) ? [] : factsOf(name).parts));
  return Object.fromEntries(Object.entries(condition).filter(([part]) => !unused.includes(part))) as C;
}
