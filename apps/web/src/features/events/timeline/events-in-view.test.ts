import { describe, expect, it } from 'vitest';
import { eventsInView } from './events-in-view.ts';

const event = (
  startedAtUtcMs: number,
  endedAtUtcMs: number | null,
  lastSeenUtcMs = endedAtUtcMs ?? startedAtUtcMs,
) => ({
  startedAtUtcMs,
  endedAtUtcMs,
  lastSeenUtcMs,
});

describe('events in what the timeline shows', () => {
  it('leaves out what was over before and what begins later', () => {
    const view = { fromMs: 100, toMs: 200 };
    expect(eventsInView([event(10, 99), event(201, 300), event(50, null, 90)], view)).toEqual([]);
  });

  it('keeps what reaches into it, goes on in it or spans it, and everything without a view', () => {
    const all = [event(10, 100), event(150, 160), event(200, 300), event(0, 900), event(50, null, 120)];
    expect(eventsInView(all, { fromMs: 100, toMs: 200 })).toEqual(all);
    expect(eventsInView([event(1, 2)], null)).toHaveLength(1);
  });
});
