import { alertRule, alertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { ruleCondition, type RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import { describe, expect, test } from 'vitest';
import { templateKeys, ruleTemplates } from '../templates/rule-templates.ts';
import { readValues, wrongFields } from './rule-reading.ts';
import { newRule, ruleFrom, valuesOf, withValueAt, type RuleValues } from './rule-values.ts';

const cameraId = '01890000-0000-7000-8000-000000000001';
const coreId = '01890000-0000-7000-8000-000000000002';
const kinds = Object.keys(ruleKinds) as RuleKind[];

/** What a person says of a kind that begins with something unsaid. */
const said: Partial<Record<RuleKind, Record<string, unknown>>> = {
  speedControl: { metres: 12 },
  uniform: { uniformIds: [cameraId] },
  eventTag: { tag: 'Delivery' },
  developer: { expression: 'class == "vehicle"' },
};

const filled = (kind: RuleKind): RuleValues => {
  const rule = newRule(kind, 'Rule');
  const target = kind === 'coreStatus' ? { edgeIds: [coreId] } : { cameraIds: [cameraId] };
  return { ...rule, ...target, condition: { ...rule.condition, ...said[kind] } };
};

describe.each(kinds)('%s', (kind) => {
  test('a form that says nowhere what is watched cannot be sent', () => {
    const values = { ...filled(kind), cameraIds: [], edgeIds: [] };
    expect(wrongFields(values)).toEqual({ [kind === 'coreStatus' ? 'edgeIds' : 'cameraIds']: 'noCamera' });
  });

  test('a form without a name cannot be sent', () => {
    expect(wrongFields({ ...filled(kind), name: '  ' })).toEqual({ name: 'name' });
  });

  test('ALERT-035: the form says what the server takes, with the severity and the defaults of the kind', () => {
    const { input } = readValues(filled(kind));
    expect(wrongFields(filled(kind))).toEqual({});
    expect(input).not.toBeNull();
    expect(alertRuleInput.parse(input)).toEqual(input);
    expect(input!.condition.kind).toBe(kind);
    expect(input!.severity).toBe(ruleKinds[kind].severity);
  });

  test('what was saved comes back into the form as it was', () => {
    const { input } = readValues(filled(kind));
    const saved = {
      ...input!,
      id: cameraId,
      targets: [],
      hiddenTargetCount: 0,
      scheduleName: null,
      snooze: null,
      alertCount: 0,
      falseCount: 0,
      lastAlertUtcMs: null,
      revision: 1,
      updatedAtUtcMs: 0,
      can: { edit: true },
    };
    expect(readValues(valuesOf(alertRule.parse(saved))).input).toEqual(input);
  });
});

test('what a kind cannot know itself has to be said', () => {
  const unsaid = (kind: RuleKind) => wrongFields({ ...newRule(kind, 'Rule'), cameraIds: [cameraId] });
  expect(unsaid('speedControl')).toEqual({ 'condition.metres': 'figure' });
  expect(unsaid('uniform')).toEqual({ 'condition.uniformIds': 'none' });
  expect(unsaid('eventTag')).toEqual({ 'condition.tag': 'missing' });
  expect(unsaid('developer')).toEqual({ 'condition.expression': 'missing' });
});

test('a figure beyond its limits, no figure, and nothing chosen are said at their fields', () => {
  const { condition, ...rest } = filled('loitering');
  const wrong = (path: string, value: unknown) =>
    wrongFields({ ...rest, condition: withValueAt(condition, path, value) });
  expect(wrong('limitS', 4)).toEqual({ 'condition.limitS': 'figure' });
  expect(wrong('limitS', Number.NaN)).toEqual({ 'condition.limitS': 'figure' });
  expect(wrong('classes', [])).toEqual({ 'condition.classes': 'none' });
  expect(wrongFields({ ...rest, condition, coolDownS: 86_401 })).toEqual({ coolDownS: 'figure' });
});

test('a speed whose distance is hardly known is refused', () => {
  const { condition, ...rest } = filled('speedControl');
  expect(Object.keys(wrongFields({ ...rest, condition: { ...condition, metres: 4, metresError: 3 } }))).not.toEqual([]);
});

test('a name of a field of a tag that the server would refuse is said at that field', () => {
  const { condition, ...rest } = filled('eventTag');
  const fields = [{ field: '1st', compare: 'is', value: 1 }];
  expect(wrongFields({ ...rest, condition: { ...condition, fields } })).toEqual({
    'condition.fields.0.field': 'fieldName',
  });
});

test('one of no values is said at that value', () => {
  const { condition, ...rest } = filled('eventTag');
  const fields = [{ field: 'badge', compare: 'in', value: [] }];
  expect(wrongFields({ ...rest, condition: { ...condition, fields } })).toEqual({ 'condition.fields.0.value': 'none' });
});

test('what never or always alerts is said at its field', () => {
  const ofKind = (kind: RuleKind, change: object) => {
    const { condition, ...rest } = filled(kind);
    return wrongFields({ ...rest, condition: { ...condition, ...change } });
  };
  expect(ofKind('occupancy', { count: 0 })).toEqual({ 'condition.count': 'alwaysSo' });
  expect(ofKind('container', { numbers: ['CSQU3054384'] })).toEqual({ 'condition.numbers': 'containerNumber' });
});

test('what is drawn belongs to one camera, and cannot cross itself or be too small', () => {
  const zones = (points: { x: number; y: number }[]) => [{ id: cameraId, points }];
  const values = filled('trespassing');
  const faults = (points: { x: number; y: number }[]) =>
    wrongFields({ ...values, condition: { ...values.condition, zones: zones(points) } });
  expect(wrongFields({ ...values, cameraIds: [cameraId, coreId] })).toEqual({ cameraIds: 'manyCameras' });
  expect(
    faults([
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ]),
  ).toEqual({ drawing: 'crossingEdges' });
  expect(
    faults([
      { x: 0, y: 0 },
      { x: 0.01, y: 0 },
      { x: 0, y: 0.01 },
    ]),
  ).toEqual({ drawing: 'tooSmall' });
});

test('an expression that nobody can read is refused', () => {
  const values = filled('developer');
  expect(wrongFields({ ...values, condition: { ...values.condition, expression: 'class ==' } })).toEqual({
    'condition.expression': 'expression',
  });
});

test.each(templateKeys)('the template %s begins a form that can be sent once a camera is chosen', (key) => {
  const template = ruleTemplates[key];
  const values = ruleFrom(newRule(template.kind, 'Rule'), template, cameraId);
  expect(values.condition).toMatchObject(template.condition);
  expect(ruleCondition.safeParse(values.condition).success).toBe(true);
  expect(wrongFields(values)).toEqual({});
});

test('a template of another kind changes nothing', () => {
  const values = newRule('fire', 'Rule');
  expect(ruleFrom(values, ruleTemplates.fence, undefined)).toEqual(values);
});
