import { statusPart, statusState } from '@sightline/contracts/status/status';
import { expect, test } from 'vitest';
import { textsIn } from '../../app/texts.ts';
import { levelOf, stateLevels } from './state-level.ts';

const english = await textsIn('en');
const hebrew = await textsIn('he');

test('STATUS-001: each of the five values has an icon and a text of its own, in both languages', () => {
  expect(statusState.options).toEqual(['online', 'unhealthy', 'notRecording', 'offline', 'notConnected']);
  const different = (values: readonly string[]): number => new Set(values).size;
  expect(different(statusState.options.map((state) => stateLevels[state]))).toBe(5);
  for (const { status } of [english, hebrew])
    for (const words of [status.state, status.siteState])
      expect(different(statusState.options.map((state) => words[state]))).toBe(5);
});

test('what comes and goes never has the sign of what is well, and none that is better than how it is', () => {
  for (const state of statusState.options) {
    expect(levelOf({ state, isFlapping: false })).toBe(stateLevels[state]);
    expect(levelOf({ state, isFlapping: true })).toBe(state === 'online' ? 'warn' : stateLevels[state]);
  }
});

test('whatever part of a camera fails, it is named', () => {
  for (const { status } of [english, hebrew])
    for (const part of statusPart.options) expect([status.part[part], status.because[part]].every(Boolean)).toBe(true);
});
