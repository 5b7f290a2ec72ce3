import { ruleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import { expect, it } from 'vitest';
import { createPath, ruleTemplates, templateKeys, templateNamed, type RuleTemplateKey } from './rule-templates.ts';

// What people draw.
const drawn: Partial<Record<RuleTemplateKey, object>> = {
  peopleAfterHours: { zones: [area()] },
  fence: { line: line() },
  blockedGate: { zones: [area()] },
  twoThroughDoor: { line: line() },
  thingGone: { place: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } },
};

function area() {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    points: [
      [0.1, 0.1],
      [0.9, 0.1],
      [0.9, 0.9],
    ].map(([x, y]) => ({ x, y })),
  };
}

function line() {
  return {
    id: '01900000-0000-7000-8000-000000000002',
    points: [
      { x: 0.1, y: 0.5 },
      { x: 0.9, y: 0.5 },
    ],
  };
}

it('knows no template of another name', () => {
  expect(templateNamed(undefined)).toBeUndefined();
  expect(templateNamed('nobodyKnows')).toBeUndefined();
  expect(templateNamed('toString')).toBeUndefined();
});

it('offers the twelve commonest jobs', () => {
  expect(templateKeys).toHaveLength(12);
});

it.each(templateKeys)('makes a whole rule of %s with what people draw, losing nothing', (key) => {
  const { kind, condition } = ruleTemplates[key];
  expect(templateNamed(key)).toBe(ruleTemplates[key]);
  expect(ruleCondition.parse({ kind, ...condition, ...drawn[key] })).toMatchObject({ kind, ...condition });
});

it('leads to the form of the kind', () => {
  expect(createPath('lineCrossing')).toBe('/alert/create/2/3');
});
