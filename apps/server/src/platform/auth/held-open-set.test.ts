import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInProcessBus } from '../bus/in-process-bus.ts';
import type { MemberActor } from './actor.ts';
import { createLog } from '../log/log.ts';
import type { HeldOpen } from './held-open.ts';
import { HeldOpenSet, type HeldByPerson, type HeldOpenRules } from './held-open-set.ts';
import { rightsChangedTopic } from './rights-changes.ts';
import { sessionsEndedTopic } from './sessions-ended.ts';

interface View extends HeldByPerson {
  id: string;
  addresses: string[];
  endsAtMs: number;
}

const bus = createInProcessBus(() => undefined);
const ended: string[] = [];
let nowMs = 0;
let refused = new Map<string, ErrorCode>();
let memberOf: (claims: HeldOpen) => Promise<MemberActor | null>;
let views: HeldOpenSet<View>;

const member = { organizationId: 'o' } as MemberActor;
const view = (id: string, more: Partial<View> = {}): View => ({
  id,
  userId: 'u',
  sessionId: 's',
  organizationId: 'o',
  addresses: ['10.0.0.1'],
  endsAtMs: Infinity,
  ...more,
});

function begin(rules: Partial<HeldOpenRules<View>> = {}): void {
  views = new HeldOpenSet<View>(
    { bus, clock: () => nowMs, log: createLog('silent'), memberOf: (claims) => memberOf(claims) },
    {
      name: 'view',
      idOf: ({ id }) => id,
      addressesOf: ({ addresses }) => addresses,
      overtimeOf: ({ endsAtMs }, now) => (now > endsAtMs ? 'live_lease_ended' : null),
      refusalsOf: async (held) =>
        new Map(held.flatMap((one) => (refused.has(one.id) ? [[one, refused.get(one.id) as ErrorCode] as const] : []))),
      onEnd: ({ id }, code) => void ended.push(`${id} ${code}`),
      sessionEndedCode: 'unauthenticated',
      ...rules,
    },
  );
  views.start();
}

beforeEach(() => {
  ended.length = 0;
  nowMs = 0;
  refused = new Map();
  memberOf = async () => member;
  vi.useFakeTimers();
});
afterEach(() => {
  views.stop();
  vi.useRealTimers();
});

it('ends what is refused within a second, and leaves the rest of the same viewer open', async () => {
  begin();
  for (const one of [view('a'), view('b')]) views.add(one);
  refused.set('a', 'forbidden');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toEqual(['a forbidden']);
  expect(views.all().map(({ id }) => id)).toEqual(['b']);
});

it('ends everything of somebody who is no member any more at one of the addresses from which it is used', async () => {
  begin();
  memberOf = async ({ address }) => (address === '10.0.0.2' ? null : member);
  views.add(view('at home'));
  views.add(view('elsewhere too', { addresses: ['10.0.0.1', '10.0.0.2'] }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toEqual(['elsewhere too forbidden']);
});

it('asks at once when rights change, and only for those whom it touches', async () => {
  begin();
  const asked: string[] = [];
  memberOf = async ({ sessionId }) => {
    asked.push(sessionId);
    return member;
  };
  views.add(view('a'));
  views.add(view('b', { userId: 'other', sessionId: 't' }));
  refused.set('a', 'forbidden').set('b', 'forbidden');
  bus.publish(rightsChangedTopic, { organizationId: 'o', userIds: ['u'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['s']);
  expect(ended).toEqual(['a forbidden']);
});

it('ends what a session held as soon as the session ends', async () => {
  begin();
  views.add(view('a'));
  views.add(view('b', { sessionId: 't' }));
  bus.publish(sessionsEndedTopic, { sessionId: 's' });
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(['a unauthenticated']);
});

it('ends what had its time, once', async () => {
  begin();
  const late = view('a', { endsAtMs: 5 });
  views.add(late);
  nowMs = 6;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(ended).toEqual(['a live_lease_ended']);
  expect(views.end(late, 'forbidden')).toBe(false);
});

it('keeps open what cannot be asked, until the time without an answer is over', async () => {
  begin({ maxBlindMs: 8_000 });
  memberOf = () => new Promise(() => undefined);
  views.add(view('a'));
  await vi.advanceTimersByTimeAsync(8_000);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toEqual(['a unavailable']);
});

it('lets one viewer who cannot be asked about hold up no other', async () => {
  begin();
  memberOf = async ({ sessionId }) => {
    if (sessionId === 's') throw new Error('connection refused');
    return member;
  };
  views.add(view('a'));
  views.add(view('b', { sessionId: 't' }));
  refused.set('a', 'forbidden').set('b', 'forbidden');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toEqual(['b forbidden']);
});

it('is found by the session that holds it, and by no other', () => {
  begin();
  views.add(view('a'));
  expect(views.find('a', { sessionId: 's', organizationId: 'o' })?.id).toBe('a');
  expect(views.find('a', { sessionId: 's', organizationId: 'another' })).toBeUndefined();
  expect(views.find('a', { sessionId: 't', organizationId: 'o' })).toBeUndefined();
  expect(views.ofSession({ sessionId: 't', organizationId: 'o' })).toEqual([]);
});

it('ends what had its time while nobody answers whether it may go on', async () => {
  begin();
  memberOf = () => new Promise(() => undefined);
  views.add(view('a', { endsAtMs: 5_000 }));
  await vi.advanceTimersByTimeAsync(2_000);
  nowMs = 6_000;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toEqual(['a live_lease_ended']);
});

it('goes on with the others when one cannot be closed well', async () => {
  begin({
    onEnd: ({ id }) => {
      ended.push(id);
      if (id === 'a') throw new Error('not closed');
    },
  });
  for (const one of [view('a', { endsAtMs: 1 }), view('b', { endsAtMs: 1 }), view('c', { endsAtMs: 3 })])
    views.add(one);
  nowMs = 2;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toEqual(['a', 'b']);
  nowMs = 4;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toEqual(['a', 'b', 'c']);
});
