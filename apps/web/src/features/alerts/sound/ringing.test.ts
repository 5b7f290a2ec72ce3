import { expect, test } from 'vitest';
import { afterMissing, afterUpdate, type AlertUpdate } from './ringing.ts';
import { choicesOf, firstChoices } from './sound-choices.ts';

const news = (part: Partial<AlertUpdate>): AlertUpdate => ({
  alertId: 'a',
  isNew: true,
  severity: 'critical',
  handling: 'new',
  ...part,
});

test('is silent for what is late, known already, or switched off', () => {
  expect(afterUpdate(new Set(), news({ isNew: false }), firstChoices).sounds).toBeNull();
  expect(afterUpdate(new Set(), news({ severity: 'info' }), firstChoices).sounds).toBeNull();
  expect(afterUpdate(new Set(), news({}), { ...firstChoices, critical: false })).toEqual({
    ringing: new Set(),
    sounds: null,
  });
});

test('what is critical rings on, what is less sounds once', () => {
  expect(afterUpdate(new Set(), news({}), firstChoices)).toEqual({ ringing: new Set(['a']), sounds: 'critical' });
  expect(afterUpdate(new Set(['b']), news({ severity: 'warning' }), firstChoices)).toEqual({
    ringing: new Set(['b']),
    sounds: 'warning',
  });
});

test('stops when somebody took it or was done with it, and the others ring on', () => {
  const ringing = new Set(['a', 'b']);
  expect(afterUpdate(ringing, news({ isNew: false, handling: 'taken' }), firstChoices).ringing).toEqual(new Set(['b']));
  expect(afterUpdate(ringing, news({ isNew: false, handling: 'done' }), firstChoices).ringing).toEqual(new Set(['b']));
  expect(afterUpdate(ringing, news({ isNew: false }), firstChoices).ringing).toEqual(ringing);
});

test('what was taken while nothing was heard is silent, and what came meanwhile rings; the late and the old do not', () => {
  const alert = (id: string, part: object = {}) => ({ id, isLate: false, receivedAtUtcMs: 500, ...part });
  const waiting = [
    alert('b'),
    alert('c', { receivedAtUtcMs: 2_000 }),
    alert('d', { receivedAtUtcMs: 2_000, isLate: true }),
  ];
  const around = { sinceUtcMs: 1_000, heard: new Set<string>() };
  expect(afterMissing(new Set(['a', 'b']), waiting, around)).toEqual(new Set(['b', 'c']));
  expect(afterMissing(new Set(), [alert('b')], around)).toEqual(new Set());
});

test('what was heard since it was asked counts more than what was read', () => {
  const waiting = [{ id: 'taken', isLate: false, receivedAtUtcMs: 2_000 }];
  const around = { sinceUtcMs: 1_000, heard: new Set(['new', 'taken']) };
  expect(afterMissing(new Set(['new']), waiting, around)).toEqual(new Set(['new']));
});

test('choices that are broken or absent are as at first', () => {
  expect(choicesOf(null)).toEqual(firstChoices);
  expect(choicesOf('{')).toEqual(firstChoices);
  expect(choicesOf('null')).toEqual(firstChoices);
  expect(choicesOf('{"info":true,"critical":"loud"}')).toEqual({ ...firstChoices, info: true });
});
