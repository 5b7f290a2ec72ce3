import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGapLedger } from './gap-ledger.ts';
import type { GapCause, GapMessage } from '../footage/record-messages.ts';

function book() {
  const gaps = new Map<number, GapMessage>();
  const ledger = createGapLedger('s', (message) => {
    if (!message.open && message.endAtUtcMs <= message.startAtUtcMs) gaps.delete(message.startAtUtcMs);
    else gaps.set(message.startAtUtcMs, message);
  });
  return { ledger, gaps };
}

const shape = (gaps: Map<number, GapMessage>) =>
  [...gaps.values()].map((gap) => [gap.startAtUtcMs, gap.endAtUtcMs, gap.cause, gap.open]);

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

  describe('a clock that is set', () => {
    const [dayMs, seconds, startMs] = [86_400_000, 1_000, 1_800_000_000_000];

    it('back after a start three days ahead: the time that the core was down ends now, and what is missing then has its own cause', () => {
      const { ledger, gaps } = book();
      const ahead = startMs + 3 * dayMs;
      ledger.begin(startMs - 60 * seconds, 'edge_down');
      ledger.footage(ahead, ahead + 10 * seconds);
      ledger.expectHole('clock_jump');
      ledger.footage(startMs + 10 * seconds, startMs + 70 * seconds);
      ledger.missing('camera_timeout', startMs + 75 * seconds);
      ledger.tick(startMs + 80 * seconds);
      expect(shape(gaps)).toEqual([
        [startMs - 60 * seconds, startMs + 10 * seconds, 'edge_down', false],
        [startMs + 70 * seconds, startMs + 80 * seconds, 'camera_timeout', true],
      ]);
      ledger.footage(startMs + 90 * seconds, startMs + 100 * seconds);
      ledger.footage(startMs + 105 * seconds, startMs + 110 * seconds);
      expect(shape(gaps).slice(1)).toEqual([
        [startMs + 70 * seconds, startMs + 90 * seconds, 'camera_timeout', false],
        [startMs + 100 * seconds, startMs + 105 * seconds, 'packet_loss', false],
      ]);
    });

    it('forward after a start three days behind: only what no clock accounted for is missing', () => {
      for (const isLost of [false, true]) {
        const { ledger, gaps } = book();
        const behind = startMs - 3 * dayMs;
        ledger.begin(startMs - 60 * seconds, 'edge_down');
        ledger.tick(behind);
        ledger.footage(behind + 5 * seconds, behind + 10 * seconds);
        if (isLost) ledger.missing('camera_timeout', behind + 11 * seconds);
        else ledger.expectHole('clock_jump');
        ledger.tick(startMs + 12 * seconds);
        ledger.footage(startMs + 20 * seconds, startMs + 30 * seconds);
        expect(shape(gaps)).toEqual([
          [behind, behind + 5 * seconds, 'edge_down', false],
          [startMs - 60 * seconds, startMs + 20 * seconds, isLost ? 'camera_timeout' : 'clock_jump', false],
        ]);
      }
    });

    it('back while the camera is away: the time that it is away goes on by the right clock', () => {
      const { ledger, gaps } = book();
      const ahead = startMs + 3 * dayMs;
      ledger.footage(ahead, ahead + 10 * seconds);
      ledger.missing('camera_timeout', ahead + 15 * seconds);
      ledger.tick(startMs + 20 * seconds);
      ledger.tick(startMs + 25 * seconds);
      ledger.missing('camera_credentials_refused', startMs + 30 * seconds);
      ledger.footage(startMs + 40 * seconds, startMs + 50 * seconds);
      expect(shape(gaps)).toEqual([
        [startMs + 20 * seconds, startMs + 30 * seconds, 'camera_timeout', false],
        [startMs + 30 * seconds, startMs + 40 * seconds, 'camera_credentials_refused', false],
      ]);
    });

    it('back into itself: footage there is footage, and the jump ends where it was taken back', () => {
      const { ledger, gaps } = book();
      ledger.footage(startMs, startMs + 10 * seconds);
      ledger.expectHole('clock_jump');
      ledger.footage(startMs + dayMs, startMs + dayMs + 5 * seconds);
      ledger.expectHole('clock_jump');
      ledger.footage(startMs + 15 * seconds, startMs + 20 * seconds);
      expect(shape(gaps)).toEqual([[startMs + 10 * seconds, startMs + 15 * seconds, 'clock_jump', false]]);
    });
  });
});
