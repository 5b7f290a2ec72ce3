import { expect, it } from 'vitest';
import { isLeaving } from '../armed-now.ts';
import { newAlarm, wrongFields } from './alarm-values.ts';

const fine = { name: false, reArmMin: false, disArmMin: false, exitDelayS: false };

it('of a new alarm nothing is wrong', () => {
  expect(wrongFields(newAlarm('Night'))).toEqual(fine);
});

it.each([
  ['name', { name: '  ' }],
  ['reArmMin', { reArmMin: 0 }],
  ['reArmMin', { reArmMin: 10_081 }],
  ['disArmMin', { disArmMin: 1.5 }],
  ['disArmMin', { disArmMin: Number.NaN }],
  ['exitDelayS', { exitDelayS: -1 }],
  ['exitDelayS', { exitDelayS: 256 }],
])('%s is wrong with %j', (field, change) => {
  expect(wrongFields({ ...newAlarm('Night'), ...change })).toEqual({ ...fine, [field]: true });
});

it('somebody leaves while an alarm that was armed by hand is not armed yet', () => {
  const said = { state: 'armed' as const, stateUpdatedAt: 1_000, exitDelayS: 60, calculatedState: 'disarmed' as const };
  expect(isLeaving(said, 2_000)).toBe(true);
  expect(isLeaving(said, 61_000)).toBe(false);
  expect(isLeaving({ ...said, state: 'disarmed' }, 2_000)).toBe(false);
});
