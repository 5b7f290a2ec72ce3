import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGapLedger } from './gap-ledger.ts';
import type { GapCause, GapMessage } from './record-messages.ts';

function book() {
  const gaps = new Map<number, GapMessage>();
  const ledger = createGapLedger('s', (message) => {
    if (!message.open && message.endAtUtcMs <= message.startAtUtcMs) gaps.delete(message.startAtUtcMs);
    else gaps.set(message.startAtUtcMs, message);
  });
  return { ledger, gaps };
}

const shape = (gaps: Map<number, GapMessage>) => [...gaps.values()].map((gap) => [gap.startAtUtcMs, gap.endAtUtcMs, gap.cause, gap.open]);

describe('the gap ledger', () => {
  it('says nothing before recording was ever wanted', () => {
    const { ledger, gaps } = book();
    ledger.missing('camera_stalled', 5);
    ledger.tick(10);
    expect(gaps.size).toBe(0);
  });

  it('covers every moment exactly once, whatever happens', () => {
    const causes: GapCause[] = ['camera_stalled', 'disk_full', 'recording_off', 'starting'];
    const step = fc.oneof(
      fc.record({ kind: fc.constant('footage' as const), wait: fc.nat(30), length: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ kind: fc.constant('missing' as const), wait: fc.nat(30), cause: fc.constantFrom(...causes) }),
      fc.record({ kind: fc.constant('tick' as const), wait: fc.nat(30) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (list) => {
        const { ledger, gaps } = book();
        const recorded: [number, number][] = [];
        ledger.begin(100, 'edge_down');
        let now = 100;
        for (const one of list) {
          now += one.wait;
          if (one.kind === 'tick') ledger.tick(now);
          else if (one.kind === 'missing') ledger.missing(one.cause, now);
          else {
            recorded.push([now, now + one.length]);
            now += one.length;
            ledger.footage(recorded.at(-1)![0], recorded.at(-1)![1]);
          }
        }
        ledger.missing('camera_stalled', now);
        ledger.end(now);
        for (let ms = 100; ms < now; ms++) {
          const explained = [...gaps.values()].filter((gap) => gap.startAtUtcMs <= ms && ms < gap.endAtUtcMs).length;
          const footage = recorded.some(([start, end]) => start <= ms && ms < end) ? 1 : 0;
          expect(explained + footage).toBe(1);
        }
        expect([...gaps.values()].some((gap) => gap.open)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('splits a gap when its cause becomes another, but not before the camera was heard', () => {
    const { ledger, gaps } = book();
    ledger.begin(0, 'edge_down');
    ledger.missing('starting', 10);
    ledger.missing('camera_unreachable', 20);
    ledger.missing('camera_unreachable', 30);
    ledger.footage(50, 60);
    expect(shape(gaps)).toEqual([
      [0, 20, 'edge_down', false],
      [20, 50, 'camera_unreachable', false],
    ]);
  });

  it('ends gaps where the footage begins that is older than the word of its connection', () => {
    const { ledger, gaps } = book();
    ledger.begin(100, 'edge_down');
    ledger.footage(100, 200);
    ledger.missing('camera_closed', 210);
    ledger.missing('camera_unreachable', 300);
    ledger.missing('starting', 400);
    ledger.footage(280, 600);
    expect(shape(gaps)).toEqual([[200, 280, 'camera_closed', false]]);
    ledger.missing('camera_closed', 610);
    expect(shape(gaps)).toEqual([
      [200, 280, 'camera_closed', false],
      [600, 610, 'camera_closed', true],
    ]);
  });

  it('takes a gap back when the footage comes after all', () => {
    const { ledger, gaps } = book();
    ledger.footage(0, 100);
    ledger.missing('disk_slow', 150);
    expect(shape(gaps)).toEqual([[100, 150, 'disk_slow', true]]);
    ledger.footage(100, 200);
    expect(gaps.size).toBe(0);
  });

  it('explains holes between footage, by loss unless told otherwise', () => {
    const { ledger, gaps } = book();
    ledger.footage(0, 10);
    ledger.footage(15, 20);
    ledger.expectHole('clock_jump');
    ledger.footage(30, 40);
    expect(shape(gaps)).toEqual([
      [10, 15, 'packet_loss', false],
      [20, 30, 'clock_jump', false],
    ]);
  });

  it('survives a clock that goes back', () => {
    const { ledger, gaps } = book();
    ledger.footage(1000, 2000);
    ledger.missing('camera_stalled', 1500);
    ledger.footage(1600, 1700);
    ledger.footage(2100, 2200);
    expect(shape(gaps)).toEqual([[2000, 2100, 'packet_loss', false]]);
  });
});
