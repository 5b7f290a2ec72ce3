import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Surroundings } from './better-way.ts';
import { BetterWay } from './better-way.ts';

class Tab extends EventTarget {
  hidden = false;
}

let tab: Tab;
let around: Surroundings & { window: EventTarget; network: EventTarget };
let looks: string[];
let better: BetterWay;

beforeEach(() => {
  vi.useFakeTimers();
  tab = new Tab();
  around = { window: new EventTarget(), document: tab, network: new EventTarget() };
  looks = [];
  better = new BetterWay(
    (why) => looks.push(why),
    around,
    () => 0,
  );
  better.start();
});
afterEach(() => {
  better.stop();
  vi.useRealTimers();
});

test('looks for nothing while the way is the best one', () => {
  better.follow(true);
  better.follow(false);
  vi.advanceTimersByTime(3_600_000);
  expect(looks).toEqual([]);
});

test('LIVE-002 looks again with longer and longer pauses, ten minutes at most, and not in a hidden tab', () => {
  better.follow(true);
  vi.advanceTimersByTime(20_000 + 40_000 + 80_000);
  expect(looks).toEqual(['time', 'time', 'time']);
  tab.hidden = true;
  vi.advanceTimersByTime(160_000 + 320_000);
  expect(looks).toHaveLength(3);
  tab.hidden = false;
  vi.advanceTimersByTime(600_000 * 3);
  expect(looks).toHaveLength(6);
});

test.each([
  ['the network is back', () => around.window.dispatchEvent(new Event('online'))],
  ['the tab is looked at again', () => tab.dispatchEvent(new Event('visibilitychange'))],
  ['the network is another one', () => around.network.dispatchEvent(new Event('change'))],
])('LIVE-002 looks at once when %s, and begins with short pauses again', (_what, happen) => {
  better.follow(true);
  vi.advanceTimersByTime(20_000 + 40_000);
  happen();
  happen();
  vi.advanceTimersByTime(1_000);
  expect(looks).toEqual(['time', 'time', 'return']);
  vi.advanceTimersByTime(20_000);
  expect(looks).toEqual(['time', 'time', 'return', 'time']);
});

test('does not look when the tab was hidden, nor twice within seconds, nor after its end', () => {
  tab.hidden = true;
  tab.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(2_000);
  expect(looks).toEqual([]);
  tab.hidden = false;
  tab.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(1_000);
  tab.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(2_000);
  expect(looks).toEqual(['return']);
  better.stop();
  around.window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(looks).toEqual(['return']);
});
