import type { AccessUnit, MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import { expect, it } from 'vitest';
import { streamConfig } from '../../../../testing/record/stream-config.fixture.ts';
import type { UnitEvents } from './live-feed.ts';
import { StreamFeed } from './stream-feed.ts';

const frameMs = 1000 / 15;
const takenFromMs = 1_760_000_000_000;

/** A picture as it comes: what is sent third comes two pictures' time after what is sent first. */
const picture = (number: number, sent: number): AccessUnit => ({
  kind: 'video',
  data: new Uint8Array(1),
  key: number === 0,
  pts90k: Math.round(number * frameMs * 90),
  dts90k: Math.round(sent * frameMs * 90),
  arrivalMs: takenFromMs + (sent + 2) * frameMs,
  gap: number === 0,
});

/** What a viewer hears of pictures that come one by one, first the keyframe. */
function feed(config: StreamConfig, numbers: number[]): { bursts: (readonly MediaUnit[])[]; zeroUtcMs: number | null } {
  let nowUtcMs = takenFromMs;
  const bursts: (readonly MediaUnit[])[] = [];
  let events!: UnitEvents;
  const one = new StreamFeed({
    subscribe: (given) => {
      events = given;
      return () => undefined;
    },
    nowUtcMs: () => nowUtcMs,
    lingerMs: 0,
  });
  one.join({
    config: () => undefined,
    burst: (units) => bursts.push([...units]),
    unit: () => undefined,
    state: () => undefined,
  });
  events.config(config);
  for (const [sent, number] of numbers.entries()) {
    const unit = picture(number, sent);
    nowUtcMs = unit.arrivalMs;
    events.unit(unit);
  }
  const zeroUtcMs = one.zeroUtcMs();
  one.stop();
  return { bursts, zeroUtcMs };
}

it('waits with pictures of another order until one came that waited for none, which tells when the others were taken', () => {
  const reordering = { ...streamConfig, video: { ...streamConfig.video, reorders: true } };
  const { bursts, zeroUtcMs } = feed(reordering, [0, 3, 1, 2, 6, 4, 5]);
  expect(bursts.map((burst) => burst.length)).toEqual([5]);
  expect(zeroUtcMs).toBeCloseTo(takenFromMs, 0);
});

it('does not wait for more where keyframes come so often that no group has as many', () => {
  const reordering = { ...streamConfig, video: { ...streamConfig.video, reorders: true } };
  expect(feed(reordering, [0, 2, 1, 0, 2, 1, 0]).bursts.map((burst) => burst.length)).toEqual([2]);
});

it('hands on the first picture at once where none waits for a later one', () => {
  expect(feed(streamConfig, [0, 1, 2]).bursts.map((burst) => burst.length)).toEqual([1]);
});
