import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Farewell } from '../../platform/session/farewell.ts';
import { StartUp, type StartUpLoad, type StartUpPhase } from './start-up.ts';

let status: 'unknown' | 'signedOut' | 'signedIn';
let asked: number;
let phases: StartUpPhase[];
let farewells: Farewell[];
let calls: string[];
let startUp: StartUp;
let isOffline: boolean;

const load = (
  name: string,
  answer: () => Promise<unknown> = () => Promise.resolve(),
  onFailure: StartUpLoad['onFailure'] = () => null,
): StartUpLoad => ({
  name,
  load: () => {
    calls.push(name);
    return answer();
  },
  onFailure,
});

const make = (loads: StartUpLoad[], ask: () => Promise<unknown> = () => Promise.resolve()): StartUp =>
  new StartUp({
    status: () => status,
    ask: () => {
      asked += 1;
      return ask();
    },
    isOffline: () => isOffline,
    loads,
    onPhase: (phase) => phases.push(phase),
    signOut: (farewell) => {
      farewells.push(farewell);
      status = 'signedOut';
      startUp.follow();
    },
  });

const pass = async (seconds: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(seconds * 1000));
const become = async (next: typeof status): Promise<void> => {
  status = next;
  startUp.follow();
  await pass(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  status = 'unknown';
  asked = 0;
  isOffline = false;
  phases = [];
  farewells = [];
  calls = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the splash', () => {
  it('does not show to a stranger', () => {
    status = 'signedOut';
    startUp = make([load('locations')]);
    startUp.follow();
    expect([phases, asked]).toEqual([[], 0]);
  });

  it('START-001 START-002 shows until profile and then locations, camera settings and general options are there', async () => {
    let answer: (() => void) | undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    startUp = make([load('locations', () => slow), load('cameras'), load('options')]);
    startUp.follow();
    expect([phases, calls]).toEqual([['checking'], []]);
    await become('signedIn');
    expect([phases, calls]).toEqual([
      ['checking', 'loading'],
      ['locations', 'cameras', 'options'],
    ]);
    answer?.();
    await pass(0);
    expect(phases.at(-1)).toBe('ready');
  });

  it('START-003 looks for the sign-in every 2 s', async () => {
    startUp = make([]);
    startUp.follow();
    expect(asked).toBe(1);
    await pass(2);
    expect(asked).toBe(2);
    await pass(4);
    expect(asked).toBe(4);
  });

  it('asks again only when the question before was answered', async () => {
    startUp = make([], () => new Promise(() => undefined));
    startUp.follow();
    await pass(20);
    expect(asked).toBe(1);
  });

  it('START-004 signs out when the sign-in is not confirmed within 30 s, and says so', async () => {
    startUp = make([], () => new Promise(() => undefined));
    startUp.follow();
    await pass(29);
    expect(farewells).toEqual([]);
    await pass(1);
    expect(farewells).toEqual([{ reason: 'notConfirmed' }]);
    await pass(60);
    expect(farewells).toHaveLength(1);
  });

  it('signs nobody out whose device is offline, asks nothing meanwhile, and goes on by itself after that', async () => {
    startUp = make([load('locations')], () => new Promise(() => undefined));
    isOffline = true;
    startUp.follow();
    await pass(300);
    expect([farewells, asked]).toEqual([[], 1]);
    isOffline = false;
    await pass(29);
    expect(farewells).toEqual([]);
    await become('signedIn');
    expect(phases).toEqual(['checking', 'loading', 'ready']);
  });

  it('START-005 begins anew after a sign-out, with its time', async () => {
    startUp = make([load('locations')]);
    startUp.follow();
    await pass(28);
    await become('signedIn');
    await become('signedOut');
    expect(phases).toEqual(['checking', 'loading', 'ready', 'away']);
    await become('signedIn');
    expect(phases.slice(4)).toEqual(['checking', 'loading', 'ready']);
    expect(calls).toEqual(['locations', 'locations']);
    await pass(60);
    expect(farewells).toEqual([]);
  });

  it('START-011 signs out with the answer of the server when locations cannot be loaded', async () => {
    const farewell: Farewell = { reason: 'startFailed', code: 'internal', message: 'The map room is on fire' };
    startUp = make([
      load(
        'locations',
        () => Promise.reject(new Error('500')),
        () => farewell,
      ),
      load('options'),
    ]);
    status = 'signedIn';
    startUp.follow();
    await pass(0);
    expect(farewells).toEqual([farewell]);
    expect(phases).not.toContain('ready');
  });

  it('tries again what got no answer, until the time is over', async () => {
    startUp = make([
      load(
        'locations',
        () => Promise.reject(new Error('offline')),
        () => 'again',
      ),
    ]);
    status = 'signedIn';
    startUp.follow();
    await pass(4);
    expect([calls.length, phases.at(-1)]).toEqual([3, 'loading']);
    await pass(26);
    expect(farewells).toEqual([{ reason: 'notConfirmed' }]);
  });

  it('shows the screens although something less needed is refused', async () => {
    startUp = make([load('options', () => Promise.reject(new Error('no')))]);
    status = 'signedIn';
    startUp.follow();
    await pass(0);
    expect(phases.at(-1)).toBe('ready');
  });
});
