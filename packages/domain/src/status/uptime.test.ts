import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spansOf, uptimeShare, type StatusMoment } from './uptime.ts';

const range = { fromUtcMs: 100, toUtcMs: 200 };

describe('spans of a range', () => {
  it('are none before anything is known, and one for what holds all the time', () => {
    expect(spansOf([], range)).toEqual([]);
    expect(spansOf([{ atUtcMs: 200, state: 'online' }], range)).toEqual([]);
    expect(spansOf([{ atUtcMs: 5, state: 'online' }], range)).toEqual([{ ...range, state: 'online' }]);
  });

  it('begin and end with the range and join neighbours that are alike', () => {
    const moments: StatusMoment[] = [
      { atUtcMs: 50, state: 'online' },
      { atUtcMs: 120, state: 'offline' },
      { atUtcMs: 130, state: 'offline' },
      { atUtcMs: 150, state: 'online' },
      { atUtcMs: 300, state: 'offline' },
    ];
    expect(spansOf(moments, range)).toEqual([
      { fromUtcMs: 100, toUtcMs: 120, state: 'online' },
      { fromUtcMs: 120, toUtcMs: 150, state: 'offline' },
      { fromUtcMs: 150, toUtcMs: 200, state: 'online' },
    ]);
  });

  it('cover everything since the first moment once, whatever happened', () => {
    const moment = fc.record({
      atUtcMs: fc.integer({ min: 0, max: 400 }),
      state: fc.constantFrom('online', 'offline', 'unhealthy' as const),
    });
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 30 }), (any) => {
        const moments = any.toSorted((a, b) => a.atUtcMs - b.atUtcMs) as StatusMoment[];
        const spans = spansOf(moments, range);
        const first = moments[0]?.atUtcMs ?? 200;
        expect(spans.reduce((sum, span) => sum + span.toUtcMs - span.fromUtcMs, 0)).toBe(
          200 - Math.min(200, Math.max(100, first)),
        );
        spans.slice(1).forEach((span, index) => expect(span.fromUtcMs).toBe(spans[index]?.toUtcMs));
      }),
    );
  });
});

describe('uptime', () => {
  it('is unknown of what was never connected', () => {
    expect(uptimeShare([])).toBeNull();
    expect(uptimeShare([{ ...range, state: 'notConnected' }])).toBeNull();
  });

  it('is the share of online of the time in which it was connected', () => {
    expect(
      uptimeShare([
        { fromUtcMs: 0, toUtcMs: 50, state: 'notConnected' },
        { fromUtcMs: 50, toUtcMs: 80, state: 'online' },
        { fromUtcMs: 80, toUtcMs: 85, state: 'unhealthy' },
        { fromUtcMs: 85, toUtcMs: 90, state: 'offline' },
      ]),
    ).toBe(0.75);
  });
});
