import { ruleCondition, type RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import { expect, it } from 'vitest';
import { classesNeeded, ruleFaults } from './rule-faults.ts';

const id = '01890000-0000-7000-8000-000000000001';
const points = (...pairs: [number, number][]) => pairs.map(([x, y]) => ({ x, y }));
const zone = (...pairs: [number, number][]) => ({ id, points: points(...pairs) });
const yard = zone([0.1, 0.1], [0.5, 0.1], [0.5, 0.5]);
const bowTie = zone([0.1, 0.1], [0.5, 0.5], [0.5, 0.1], [0.1, 0.5]);
const speck = zone([0.1, 0.1], [0.13, 0.1], [0.13, 0.13]);
const line = zone([0.1, 0.5], [0.9, 0.5]);
const dot = zone([0.5, 0.5], [0.5, 0.5]);
const speed = { kind: 'speedControl', metres: 10, limitKmh: 30 };
const one = { cameras: 1, cores: 0 };
const none = { cameras: 0, cores: 0 };
const two = { cameras: 2, cores: 0 };

const cases: [string, object, { cameras: number; cores: number }, string[]][] = [
  ['no camera', { kind: 'motion' }, none, ['noCamera']],
  ['a core in place of a camera', { kind: 'cameraStatus' }, { cameras: 0, cores: 1 }, ['noCamera']],
  ['no core', { kind: 'coreStatus' }, one, ['noCamera']],
  ['a zone on two cameras', { kind: 'appearing', zones: [yard] }, two, ['manyCameras']],
  ['a line on two cameras', { kind: 'lineCrossing', line }, two, ['manyCameras']],
  [
    'a place on two cameras',
    { kind: 'missingObject', place: { x: 0, y: 0, width: 0.5, height: 0.5 } },
    two,
    ['manyCameras'],
  ],
  ['crossing edges', { kind: 'trespassing', zones: [yard, bowTie] }, one, ['crossingEdges']],
  ['a corner twice', { kind: 'trespassing', zones: [zone([0, 0], [0, 0], [1, 1])] }, one, ['crossingEdges']],
  ['a zone that is too small', { kind: 'face', zones: [speck] }, one, ['tooSmall']],
  [
    'a place that is too small',
    { kind: 'missingObject', place: { x: 0, y: 0, width: 0.03, height: 0.03 } },
    one,
    ['tooSmall'],
  ],
  ['a line without length', { kind: 'tailgating', line: dot }, one, ['shortLine']],
  ['a second line without length', { ...speed, line, secondLine: dot }, one, ['shortLine']],
  ['an expression that is none', { kind: 'developer', expression: 'class = 3' }, one, ['expression']],
  [
    'an expression about a field that no event has',
    { kind: 'developer', expression: 'colour == "red"' },
    one,
    ['expression'],
  ],
  ['an expression with an inherited name', { kind: 'developer', expression: 'toString == "a"' }, one, ['expression']],
  ['a text where a number is', { kind: 'developer', expression: 'speed > "fast"' }, one, ['expression']],
  ['an order of texts', { kind: 'developer', expression: 'class > "person"' }, one, ['expression']],
  ['a number where yes or no is', { kind: 'developer', expression: 'hasFace == 1' }, one, ['expression']],
  ['a class that nobody is of', { kind: 'developer', expression: 'class == "car"' }, one, ['expression']],
  [
    'nothing, with every sort of field',
    { kind: 'developer', expression: 'not hasFace == true and plate != "AB1" or dwellS >= 3.5 and severity == "info"' },
    one,
    [],
  ],
  ['a list without plates', { kind: 'licensePlate', mode: 'onList' }, one, ['nothingNamed']],
  ['a list without people', { kind: 'face', mode: 'onList' }, one, ['nothingNamed']],
  ['a description of a list without people', { kind: 'suspect', mode: 'onList' }, one, ['nothingNamed']],
  ['a list of plates without signs', { kind: 'licensePlate', mode: 'onList', plates: ['- -'] }, one, ['nothingNamed']],
  ['nothing, with a description', { kind: 'suspect', lower: ['blue'] }, one, []],
  ['nothing, with an empty list that nobody may be off', { kind: 'licensePlate', mode: 'notOnList' }, one, []],
  ['nothing, with any plate', { kind: 'licensePlate' }, one, []],
  ['at least nobody, which is always so', { kind: 'occupancy', compare: 'atLeast', count: 0 }, one, ['alwaysSo']],
  ['nothing, with at most nobody', { kind: 'occupancy', compare: 'atMost', count: 0 }, one, []],
  ['nothing, from nobody to some', { kind: 'occupancy', compare: 'between', count: 0, maxCount: 3 }, one, []],
  [
    'a container with a wrong check digit',
    { kind: 'container', numbers: ['MSKU 305438-3', 'CSQU3054384'] },
    one,
    ['containerNumber'],
  ],
  ['a part of a container number', { kind: 'container', numbers: ['CSQU305'] }, one, ['containerNumber']],
  ['nothing, with container numbers as they are written', { kind: 'container', numbers: ['csqu 305438-3'] }, one, []],
  ['nothing, with any container', { kind: 'container' }, one, []],
  ['all of it', { kind: 'trespassing', zones: [bowTie, speck] }, none, ['noCamera', 'crossingEdges', 'tooSmall']],
  ['nothing, without anything drawn', { kind: 'appearing' }, two, []],
  ['nothing, with a zone', { kind: 'appearing', zones: [yard] }, one, []],
  ['nothing, with lines', { ...speed, line, secondLine: line }, one, []],
  ['nothing, at a core', { kind: 'coreStatus' }, { cameras: 0, cores: 2 }, []],
  ['nothing, with an expression', { kind: 'developer', expression: 'class == "person"' }, two, []],
];
it.each(cases)('finds %s', (...[, condition, targets, faults]) => {
  expect(ruleFaults(ruleCondition.parse(condition), targets)).toEqual(faults);
});

const needs: [object, string[]][] = [
  [{ kind: 'motion', classes: ['person'] }, []],
  [{ kind: 'cameraStatus' }, []],
  [{ kind: 'tampering' }, []],
  [{ kind: 'loitering', classes: ['person', 'animal'] }, ['person', 'animal']],
  [{ kind: 'proximity', classes: ['person'], otherClasses: ['vehicle'] }, ['person', 'vehicle']],
  [{ kind: 'suspect', class: 'vehicle' }, ['vehicle']],
  [{ kind: 'licensePlate' }, ['vehicle']],
  [{ kind: 'face' }, ['person']],
];
it.each(needs)('says which classes %j needs', (condition, classes) => {
  const read: RuleCondition = ruleCondition.parse(condition);
  expect(classesNeeded(read)).toEqual(classes);
});
