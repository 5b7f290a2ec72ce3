import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { describe, expect, test } from 'vitest';
import en from '../../../../platform/i18n/locales/en/rule-builder.json' with { type: 'json' };
import he from '../../../../platform/i18n/locales/he/rule-builder.json' with { type: 'json' };
import { limitsOf } from '../condition-facts.ts';
import { schemaOf } from '../condition-schema.ts';
import { newCondition, valueAt, type ConditionDraft } from '../rule-values.ts';
import { summaryKey } from '../summary-key.ts';
import { factsOf, kindFields, optionSets, pathOf, ruleFields, type FieldName, type OptionSet } from './kind-fields.ts';

type Words = Record<string, Record<string, unknown>>;

const kinds = Object.keys(ruleKinds) as RuleKind[];
const names = Object.keys(ruleFields) as FieldName[];
/** Parts that stand on the picture, or have a field of their own. */
const elsewhere = ['kind', 'zones', 'line', 'secondLine', 'lines', 'place', 'doorIds', 'uniformIds'];
/** Motion is about no class. */
const leftOut: Partial<Record<RuleKind, readonly string[]>> = {
  motion: ['classes', 'minScore', 'minHeight', 'point'],
  missingObject: ['minHeight', 'point'],
};

const namesOf = (kind: RuleKind): FieldName[] =>
  [...kindFields[kind].main, ...(kindFields[kind].fine ?? [])].map((one) =>
    typeof one === 'string' ? one : one.field,
  );

describe.each(kinds)('%s', (kind) => {
  test('asks about every part of its condition', () => {
    const asked = namesOf(kind).map((name) => pathOf(name).split('.')[0]);
    const parts = Object.keys(schemaOf(kind).shape).filter(
      (part) => !elsewhere.includes(part) && leftOut[kind]?.includes(part) !== true,
    );
    expect(parts.filter((part) => !asked.includes(part))).toEqual([]);
  });

  test('asks only about what its condition has', () => {
    const known = Object.keys(schemaOf(kind).shape);
    expect(namesOf(kind).filter((name) => !known.includes(pathOf(name).split('.')[0]!))).toEqual([]);
  });

  test('knows the limits of each figure, and begins within them', () => {
    for (const name of namesOf(kind).filter((one) => ['figure', 'share'].includes(factsOf(one).as))) {
      const { min, max } = limitsOf(kind, pathOf(name));
      expect(max).toBeGreaterThan(min);
      expect(max).toBeLessThan(100_000);
      const begins = valueAt(newCondition(kind), pathOf(name));
      // What only people know begins as nothing.
      if (typeof begins === 'number' && !Number.isNaN(begins)) expect(begins >= min && begins <= max).toBe(true);
    }
  });
});

describe.each([
  ['English', en as unknown as Words],
  ['Hebrew', he as unknown as Words],
])('%s', (_, words) => {
  test('names every field, explains those that need it, and names every choice', () => {
    expect(names.filter((name) => words['field']![name] === undefined)).toEqual([]);
    expect(names.filter((name) => factsOf(name).hinted && words['hint']![name] === undefined)).toEqual([]);
    const sets = Object.keys(optionSets) as OptionSet[];
    const option = words['option'] as Words;
    expect(sets.flatMap((set) => optionSets[set].filter((one) => option[set]![one] === undefined))).toEqual([]);
  });

  test('says what a rule of every kind does', () => {
    const withOptions: ConditionDraft[] = [
      { ...newCondition('loitering'), counts: 'sum' },
      ...['atLeast', 'atMost', 'between'].flatMap((compare) =>
        ['zone', 'lines'].map((countedBy) => ({ ...newCondition('occupancy'), compare, countedBy })),
      ),
      { ...newCondition('coreStatus'), what: ['disk'] },
    ];
    const said = [...kinds.map(newCondition), ...withOptions];
    expect(said.filter((condition) => words['says']![summaryKey(condition)] === undefined)).toEqual([]);
  });
});
