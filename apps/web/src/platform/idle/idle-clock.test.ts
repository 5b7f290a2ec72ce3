import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdleClock } from './idle-clock.ts';
import type { IdleState, IdleSettings } from './idle-rules.ts';

let settings: IdleSettings;
let target: EventTarget;
let states: IdleState[];
let warnings: number;
let logouts: number;
let clock: IdleClock;
let otherTab: BroadcastChannel;

const now = (): IdleState => {
  const last = states.at(-1);
  if (last === undefined) throw new Error('nothing was told yet');
  return last;
};
const pass = (seconds: number): void => void vi.advanceTimersByTime(seconds * 1000);
const input = (name: string): boolean => target.dispatchEvent(new Event(name));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  settings = { disableInactivity: false, autoLogoutSeconds: null };
  target = new EventTarget();
  otherTab = new BroadcastChannel('idle-test');
  states = [];
  warnings = 0;
  logouts = 0;
  clock = new IdleClock({
    target,
    channel: new BroadcastChannel('idle-test'),
    settings: () => settings,
    onState: (state) => states.push(state),
    onWarning: () => (warnings += 1),
    onLogout: () => (logouts += 1),
  });
  clock.start();
});

afterEach(() => {
  clock.stop();
  otherTab.close();
  vi.useRealTimers();
});

describe('the timer', () => {
  it('IDLE-001 rises by one with every second', () => {
    pass(3);
    expect(states.map(({ idleSeconds }) => idleSeconds)).toEqual([0, 1, 2, 3]);
  });

  it.each([
    ['IDLE-002 begins anew at a key press', 'keydown'],
    ['IDLE-003 begins anew when the mouse moves', 'mousemove'],
    ['IDLE-004 begins anew when the mouse is pressed', 'mousedown'],
    ['begins anew at the touch of a finger', 'touchstart'],
    ['begins anew at the touch of a pen', 'pointerdown'],
  ])('%s', (_title, name) => {
    pass(100);
    expect(now().idleSeconds).toBe(100);
    input(name);
    expect(now().idleSeconds).toBe(0);
  });

  it('is not reset by a page that moves below a pointer that rests', () => {
    const move = (screenX: number): boolean =>
      target.dispatchEvent(Object.assign(new Event('mousemove'), { screenX, screenY: 5 }));
    move(5);
    pass(50);
    move(5);
    expect(now().idleSeconds).toBe(50);
    move(6);
    expect(now().idleSeconds).toBe(0);
  });

  it('counts a sleep of the machine, during which no timer ran', () => {
    vi.setSystemTime(Date.now() + 3_600_000);
    pass(1);
    expect(now().idleSeconds).toBe(3601);
  });

  it('begins anew when there was input in another tab', async () => {
    pass(100);
    otherTab.postMessage('active');
    await vi.waitFor(() => expect(now().idleSeconds).toBe(0));
  });

  it('tells other tabs of input, at most once a second', async () => {
    const heard: unknown[] = [];
    otherTab.addEventListener('message', (event) => heard.push(event.data));
    pass(5);
    for (let move = 0; move < 50; move += 1) input('mousemove');
    pass(2);
    input('keydown');
    await vi.waitFor(() => expect(heard).toEqual(['active', 'active']));
  });
});

describe('the pause', () => {
  it('SHELL-054 IDLE-005 warns once, at 299 seconds', () => {
    pass(298);
    expect([warnings, now().isWarned]).toEqual([0, false]);
    pass(1);
    expect([warnings, now().inactivityCountdown]).toEqual([1, 31]);
    pass(100);
    expect(warnings).toBe(1);
  });

  it('IDLE-006 marks somebody as away at 330 seconds and not before', () => {
    pass(329);
    expect(now()).toMatchObject({ isInactive: false, inactivityCountdown: 1 });
    pass(1);
    expect(now()).toMatchObject({ isInactive: true, inactivityCountdown: null });
    input('mousemove');
    expect(now().isInactive).toBe(false);
  });

  it('IDLE-007 neither warns nor pauses where the organization does not want it', () => {
    settings.disableInactivity = true;
    pass(1000);
    expect([warnings, now().isWarned, now().isInactive]).toEqual([0, false, false]);
  });
});

describe('the automatic sign-out', () => {
  beforeEach(() => {
    settings.autoLogoutSeconds = 300;
  });

  it('IDLE-008 IDLE-010 is announced 30 seconds before, counting down from 30', () => {
    pass(269);
    expect(now().logoutCountdown).toBeNull();
    pass(1);
    expect(now().logoutCountdown).toBe(30);
    pass(1);
    expect(now().logoutCountdown).toBe(29);
  });

  it('is not taken back by moving the mouse while it is announced', () => {
    pass(280);
    input('mousemove');
    input('keydown');
    expect(now().logoutCountdown).toBe(20);
  });

  it('IDLE-012 begins anew when the person stays', () => {
    pass(280);
    clock.stay();
    expect(now()).toMatchObject({ idleSeconds: 0, logoutCountdown: null });
    pass(299);
    expect(logouts).toBe(0);
  });

  it('IDLE-013 signs out once, when the countdown is over', () => {
    pass(299);
    expect(logouts).toBe(0);
    pass(10);
    expect(logouts).toBe(1);
  });

  it('IDLE-013 does not sign out while somebody works in another tab', async () => {
    pass(290);
    otherTab.postMessage('active');
    await vi.waitFor(() => expect(now().logoutCountdown).toBeNull());
    pass(20);
    expect(logouts).toBe(0);
  });

  it('IDLE-014 holds although the organization wants no pause', () => {
    settings.disableInactivity = true;
    pass(270);
    expect(now().logoutCountdown).toBe(30);
  });

  it('is due at once after a sleep, also when the first that happens is input', () => {
    vi.setSystemTime(Date.now() + 3_600_000);
    input('mousemove');
    expect(logouts).toBe(1);
  });
});
