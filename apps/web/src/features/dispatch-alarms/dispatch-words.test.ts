import type { DispatchAlarm, DispatchDelivery } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { daysAsked } from './dispatch-queries.ts';
import { hoursAndMinutes, serviceWords } from './dispatch-words.ts';

/** Texts as their keys, so that a test says which of them is told. */
const t = ((key: string) => key.replace('dispatchAlarms.', '')) as unknown as TFunction;

const delivery: DispatchDelivery = {
  state: 'pending',
  cause: null,
  detail: null,
  mayHaveArrived: false,
  tries: 0,
  nextTryAt: 2,
  givesUpAt: 3,
  settledAt: null,
  serviceAlarmId: null,
};
const active = { status: 1, cancellation: null, timeZone: 'UTC', delivery } as const;
const said = (alarm: Pick<DispatchAlarm, 'status' | 'cancellation' | 'timeZone' | 'delivery'>) =>
  serviceWords(t, alarm, 1);
const withDelivery = (change: Partial<DispatchDelivery>) => said({ ...active, delivery: { ...delivery, ...change } });

describe('an active alarm', () => {
  it.each([
    ['is being sent', {}, { concern: 'waiting', text: 'delivery.pending' }],
    ['is tried again', { cause: 'notReached' }, { concern: 'waiting', text: 'delivery.retrying cause.notReached' }],
    [
      'is refused',
      { state: 'refused', cause: 'wrongKey' },
      { concern: 'failed', text: 'delivery.refused cause.wrongKey' },
    ],
    [
      'is refused with what the service said',
      { state: 'refused', cause: 'invalid', detail: 'zip' },
      { concern: 'failed', text: 'delivery.refused cause.invalidDetail' },
    ],
    [
      'may have arrived all the same',
      { state: 'refused', cause: 'noAnswer', mayHaveArrived: true },
      { concern: 'failed', text: 'delivery.unsure cause.noAnswer' },
    ],
    ['is accepted', { state: 'accepted', settledAt: 1 }, { concern: 'calm', text: 'delivery.acceptedAt' }],
  ] as const)('says that it %s', (_what, change, words) => {
    expect(withDelivery(change)).toEqual(words);
  });

  it('is never said to be accepted while the monitoring service did not accept it', () => {
    for (const state of ['pending', 'refused', 'withdrawn'] as const)
      for (const cause of [null, 'wrongKey', 'invalid', 'notReached', 'noAnswer', 'uninstalled'] as const)
        for (const mayHaveArrived of [true, false])
          expect(withDelivery({ state, cause, mayHaveArrived, settledAt: 1 }).text).not.toContain('accepted');
  });
});

describe('a canceled alarm', () => {
  const canceled = (cancellation: DispatchAlarm['cancellation'], change: Partial<DispatchDelivery> = {}) =>
    said({ ...active, status: 0, cancellation, delivery: { ...delivery, state: 'accepted', ...change } });

  it('says whom nobody told', () => {
    expect(canceled({ state: 'refused', cause: 'notReached', detail: null })).toEqual({
      concern: 'failed',
      text: 'cancellation.refused cause.notReached',
    });
  });

  it('says that the service may have it a second time', () => {
    expect(canceled({ state: 'accepted', cause: 'noAnswer', detail: null })).toEqual({
      concern: 'failed',
      text: 'cancellation.maybeTwice',
    });
  });

  it('names what to say to the monitoring service on the telephone', () => {
    const refused = { state: 'refused', cause: 'uninstalled', detail: null } as const;
    expect(canceled(refused, { serviceAlarmId: 'nl-1' }).text).toBe('cancellation.refused cause.uninstalled reference');
  });

  it('says that the monitoring service knows, or is being told', () => {
    expect(canceled({ state: 'accepted', cause: null, detail: null }).text).toBe('cancellation.accepted');
    expect(canceled({ state: 'pending', cause: null, detail: null })).toEqual({
      concern: 'waiting',
      text: 'cancellation.pending',
    });
  });

  it('says that the service never had what was withdrawn or refused', () => {
    expect(canceled(null, { state: 'withdrawn' }).text).toBe('delivery.withdrawn');
    expect(canceled(null, { state: 'refused', cause: 'wrongKey' })).toEqual({
      concern: 'calm',
      text: 'cancellation.neverSent',
    });
    expect(canceled(null, { state: 'refused', cause: 'noAnswer', mayHaveArrived: true }).concern).toBe('failed');
  });
});

it('ALARM-015 says lengths in hours and minutes, however long', () => {
  expect(hoursAndMinutes(59_000)).toBe('0 min');
  expect(hoursAndMinutes(5 * 60_000)).toBe('5 min');
  expect(hoursAndMinutes(26 * 3_600_000 + 5 * 60_000 + 30_000)).toBe('26 hr 5 min');
});

it('ALARM-044 asks for whole days of the zone, and leaves open what is not said', () => {
  expect(daysAsked({}, 'Asia/Jerusalem')).toEqual({});
  expect(daysAsked({ from: 'nonsense' }, 'Asia/Jerusalem')).toEqual({});
  const { fromDate = 0, toDate = 0 } = daysAsked({ from: '2026-11-20', to: '2026-11-20' }, 'Asia/Jerusalem');
  expect(new Date(fromDate).toISOString()).toBe('2026-11-19T22:00:00.000Z');
  expect(toDate - fromDate).toBe(86_400_000 - 1);
});
