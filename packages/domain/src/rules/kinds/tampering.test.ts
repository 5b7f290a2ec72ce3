import { describe, expect, it } from 'vitest';
import { sceneStartUtcMs } from '../../../testing/drawn-scene.ts';
import { harmless, pictures, tampered, usualVitals } from '../../../testing/picture-run.ts';
import { effectsOf, ruleOf } from '../../../testing/rule-run.ts';
import type { AlertEffect } from '../alert-effects.ts';
import { verdictOf } from '../pictures/picture-vitals.ts';

const asked = { kind: 'tampering' as const, forS: 10 };

const wordOf = (effect: AlertEffect): string => {
  const second = (effect.atUtcMs - sceneStartUtcMs) / 1000;
  if (effect.kind === 'nearMiss') return `${effect.hindrance} ${second}`;
  const what = effect.kind === 'closed' ? effect.reason : effect.why.map(({ what: word }) => word).join('+');
  return `${effect.kind} ${second} ${what}`;
};

const told = (changes: Parameters<typeof pictures>[0], toS = 120, rule: object = {}): string[] =>
  effectsOf(ruleOf({ ...asked, ...rule }), pictures(changes, toS)).map(wordOf);

describe('the verdict on a picture', () => {
  it.each(Object.entries(harmless))('takes %s for nothing that somebody did', (_name, vitals) => {
    expect(['clear', 'unsure']).toContain(verdictOf({ ...usualVitals, ...vitals }));
  });

  it.each([
    ['hand', 'covered'],
    ['lamp', 'blinded'],
    ['turned', 'moved'],
    ['elsewhere', 'moved'],
    ['unfocused', 'blurred'],
    ['lightsOut', 'dark'],
    ['frozen', 'frozen'],
    ['plain', 'unknown'],
  ] as const)('calls what %s does %s', (name, verdict) => {
    expect(verdictOf({ ...usualVitals, ...tampered[name] })).toBe(verdict);
  });
});

describe('ALERT-002 a rule on tampering', () => {
  it('is silent while the view is as usual, or changes as light and traffic change it', () => {
    expect(told({})).toEqual([]);
    for (const vitals of Object.values(harmless)) expect(told({ 20: vitals })).toEqual([]);
  });

  it('is silent about what is over before its time, and about darkness unless it is asked for', () => {
    expect(told({ 20: tampered.hand, 28: {} })).toEqual([]);
    expect(told({ 20: tampered.lightsOut })).toEqual([]);
    expect(told({ 20: tampered.lightsOut }, 60, { states: ['dark'] })).toEqual(['opened 30 darkS']);
    expect(told({ 20: tampered.hand }, 60, { states: ['blurred'] })).toEqual([]);
  });

  it('begins anew when the view was back between', () => {
    expect(told({ 20: tampered.hand, 26: {}, 28: tampered.hand }, 60)).toEqual(['opened 38 coveredS']);
  });

  it('is not misled by pictures that say nothing for sure', () => {
    expect(told({ 20: tampered.hand, 24: harmless.truck, 26: tampered.hand }, 60)).toEqual(['opened 30 coveredS']);
    expect(told({ 20: tampered.hand, 40: harmless.truck }, 200)).toEqual(['opened 30 coveredS']);
  });

  it('says once an hour that the view shows too little to judge by', () => {
    expect(told({ 0: tampered.plain }, 4000)).toEqual(['tooLittleInView 0', 'tooLittleInView 3600']);
  });

  it('opens after its time, with what was done, and closes when the view is back for ten seconds', () => {
    expect(told({ 20: tampered.hand, 60: {} })).toEqual(['opened 30 coveredS', 'closed 60 over']);
    expect(told({ 20: tampered.hand, 60: {}, 66: tampered.hand, 80: {} })).toEqual([
      'opened 30 coveredS',
      'closed 80 over',
    ]);
  });

  it('tells a camera that was turned as such, with how far', () => {
    const [opened] = effectsOf(ruleOf(asked), pictures({ 20: tampered.turned }, 60));
    expect(opened).toMatchObject({
      why: [
        { what: 'movedS', value: 10 },
        { what: 'shiftPercent', value: 8 },
      ],
    });
  });

  it('stays one alert while one deed becomes another, and open as long as the old view is not back', () => {
    expect(told({ 20: tampered.hand, 40: tampered.turned }, 4000)).toEqual(['opened 30 coveredS']);
    expect(told({ 20: tampered.hand, 40: tampered.lightsOut, 60: {} })).toEqual([
      'opened 30 coveredS',
      'closed 60 over',
    ]);
  });

  it('counts no time in which there was no picture', () => {
    expect(told({ 20: tampered.hand, 24: 'blind', 50: tampered.hand }, 80)).toEqual(['opened 56 coveredS']);
    expect(told({ 20: tampered.hand, 40: 'blind', 110: {} }, 140)).toEqual(['opened 30 coveredS', 'closed 40 blind']);
  });
});
