import { expect, it } from 'vitest';
import { readExpression } from './event-expression.ts';

it.each([
  '',
  '   ',
  'class',
  'class ==',
  'class = "person"',
  'class == person',
  '"person" == class',
  'class == "person',
  'class == "person" or',
  'and class == "person"',
  'class == "person" class == "person"',
  '(class == "person"',
  'class == "person")',
  'not',
  'true == true',
  'score > 0.5.5',
  'score > 5kg',
  'process.exit() == 1',
  Array.from({ length: 101 }, () => 'score > 1').join(' or '),
  `${'('.repeat(21)}score > 1${')'.repeat(21)}`,
])('reads nothing in %j', (expression) => {
  expect(readExpression(expression)).toBeNull();
});

const event = { class: 'vehicle', score: 0.83, isParked: false, toString: 'own' };
it.each([
  ['class == "vehicle"', true],
  ['class != "vehicle"', false],
  ['class == "vehicle" and score > 0.9', false],
  ['class == "vehicle" and score >= 0.83', true],
  ['score < 0.5 or class == "vehicle" and isParked == false', true],
  ['(score < 0.5 or class == "vehicle") and isParked == true', false],
  ['not (class == "person" or isParked == true)', true],
  ['not isParked == true and score > -1', true],
  ['speed > 0', false],
  ['speed <= 0', false],
  ['speed != 3', true],
  ['class > 3', false],
  ['hasOwnProperty == "x"', false],
  ['toString == "own"', true],
])('answers %s with %s', (expression, isMeant) => {
  expect(readExpression(expression)?.(event)).toBe(isMeant);
});
