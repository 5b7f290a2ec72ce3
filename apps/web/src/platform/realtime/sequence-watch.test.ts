import type { RealtimeServerMessage } from '@sightline/contracts/realtime/realtime';
import { expect, test } from 'vitest';
import { SequenceWatch } from './sequence-watch.ts';

const welcome: RealtimeServerMessage = { type: 'welcome', sequence: 0 };
const event = (sequence: number): RealtimeServerMessage => ({
  type: 'event',
  sequence,
  actorSessionId: null,
  actorUserId: null,
  level: 'INFO',
  showToast: true,
  event: { kind: 'organizations.changed' },
});
const assessAll = (...messages: RealtimeServerMessage[]): string[] => {
  const watch = new SequenceWatch();
  return messages.map((message) => watch.assess(message));
};

test('a jump means that something was missed', () => {
  expect(assessAll(welcome, event(1), event(3), event(4))).toEqual([
    'nothing',
    'deliver',
    'deliverAndRefetch',
    'deliver',
  ]);
});

test('a first event that is not the first means that something was missed', () => {
  expect(assessAll(welcome, event(2))).toEqual(['nothing', 'deliverAndRefetch']);
});

test('a second connection reads everything again', () => {
  expect(assessAll(welcome, event(1), welcome, event(1))).toEqual(['nothing', 'deliver', 'refetch', 'deliver']);
});

test('obeys the server when it says that messages were lost', () => {
  expect(assessAll(welcome, { type: 'refetch' })).toEqual(['nothing', 'refetch']);
});

test('takes no notice of pongs', () => {
  expect(assessAll(welcome, { type: 'pong' }, event(1))).toEqual(['nothing', 'nothing', 'deliver']);
});
