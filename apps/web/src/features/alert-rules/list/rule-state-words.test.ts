import type { AlertRule, RuleState } from '@sightline/contracts/alert-rules/alert-rule';
import { expect, it } from 'vitest';
import { mainState, ruleLevel } from './rule-state-words.ts';

const at = (...states: RuleState[]): AlertRule['targets'] =>
  states.map((state, index) => ({
    id: String(index),
    name: `Camera ${String(index)}`,
    locationId: '',
    locationName: '',
    state,
    needs: null,
    mutedUntilUtcMs: null,
  }));

it('never gives a rule that nobody hears of the sign of one that works, unless somebody turned it off', () => {
  const rule = { targets: at('armed'), reachesNobody: true, isEnabled: true };
  expect(ruleLevel(rule)).toBe('warn');
  expect(ruleLevel({ ...rule, targets: at('off'), isEnabled: false })).toBe('idle');
  expect(ruleLevel({ ...rule, reachesNobody: false })).toBe('ok');
});

it('tells nothing of a rule that is nowhere', () => {
  expect(mainState([])).toBeNull();
});

it('never says that a rule is armed while it is not somewhere', () => {
  for (const other of [
    'coreTooOld',
    'waitsFor',
    'analysisOff',
    'nothingNamed',
    'pending',
    'off',
    'snoozed',
    'outsideSchedule',
  ] as const)
    expect(mainState(at('armed', other, 'armed'))).toMatchObject({ target: { state: other }, count: 1 });
});

it('tells first what somebody must mend, and at how many places', () => {
  expect(mainState(at('snoozed', 'waitsFor', 'armed', 'waitsFor'))).toMatchObject({
    target: { id: '1', state: 'waitsFor' },
    count: 2,
  });
  expect(mainState(at('armed', 'armed'))).toMatchObject({ target: { state: 'armed' }, count: 2 });
});
