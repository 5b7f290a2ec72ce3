import { expect, it, beforeEach } from 'vitest';
import { motionOf } from '../../../testing/recognise/test-scene.ts';
import { predict } from './box-filter.ts';
import { startFacts } from './events/event-facts.ts';
import { LookReports } from './look-reports.ts';
import type { ToldLook } from './recogniser.ts';
import { votePlate } from './votes/plate-votes.ts';
import { seeAgain, startTrack, type Sighting, type Track } from './tracks/track.ts';

let reports: LookReports;
let ids: Map<Track, string>;

beforeEach(() => {
  ids = new Map();
  let made = 0;
  reports = new LookReports({ idOf: (track) => ids.get(track)!, newId: () => `made-${String(++made)}` });
});

const sightingAt = (x: number, rest: Partial<Sighting> = {}): Sighting => ({
  box: { x, y: 0.4, width: 0.1, height: 0.3 },
  score: 0.8,
  class: 'person',
  label: 'person',
  modelId: 'test@1',
  isGuess: false,
  appearance: new Float32Array(4).fill(0.5),
  ...rest,
});

/** One that is seen at this place, first or again. */
function see(track: Track | null, x: number, atUtcMs: number) {
  const sighting = sightingAt(x);
  const seen = track ?? startTrack(1, sighting, atUtcMs);
  if (track !== null) seeAgain(track, sighting, atUtcMs);
  return { track: seen, sighting };
}

const look = (
  seen: { track: Track; sighting: Sighting }[],
  atUtcMs: number,
  tracks = seen.map((one) => one.track),
): ToldLook => reports.look({ seen, tracks, motion: motionOf(seen.map(({ sighting }) => sighting.box)), atUtcMs });

const follow = (track: Track, id: string): void => {
  track.state = 'followed';
  ids.set(track, id);
};

it('tells nothing of what may be nothing, and all that it was once it is confirmed', () => {
  const first = see(null, 0.2, 1000);
  expect(look([first], 1000)).toEqual({ kind: 'look', sequence: 0, atUtcMs: 1000, sights: [], ended: [] });
  look([see(first.track, 0.25, 1400)], 1400);
  const third = see(first.track, 0.3, 1800);
  follow(first.track, 'event-1');
  const [sight] = look([third], 1800).sights;
  expect(sight).toMatchObject({ trackId: 'event-1', class: 'person', isResting: false, movedShare: 1 });
  expect(sight!.past?.map(({ atUtcMs }) => atUtcMs)).toEqual([1000, 1400]);
  expect(look([see(first.track, 0.35, 2200)], 2200).sights[0]).not.toHaveProperty('past');
});

it('rounds as packs do, so that a replay sees the same', () => {
  const seen = see(null, 0.2, 1000);
  follow(seen.track, 'event-1');
  const { box, score } = look([seen], 1000).sights[0]!;
  expect([box.x * 65_535, score * 255].every((steps) => Math.abs(steps - Math.round(steps)) < 1e-9)).toBe(true);
});

it('says of a track that was cut by its length which one it continues', () => {
  const seen = see(null, 0.2, 1000);
  follow(seen.track, 'event-1');
  look([seen], 1000);
  ids.set(seen.track, 'event-2');
  const [sight] = look([see(seen.track, 0.2, 1400)], 1400).sights;
  expect(sight).toMatchObject({ trackId: 'event-2', continuesId: 'event-1' });
  expect(look([see(seen.track, 0.2, 1800)], 1800).sights[0]).not.toHaveProperty('continuesId');
});

it('keeps reports what is parked, by the event that it was; what stood there from the beginning has a name of its own', () => {
  const car = see(null, 0.2, 1000);
  follow(car.track, 'event-1');
  look([car], 1000);
  car.track.state = 'placed';
  expect(look([see(car.track, 0.2, 1400)], 1400).sights).toMatchObject([{ trackId: 'event-1', isResting: true }]);
  const pole = see(null, 0.7, 1800);
  pole.track.state = 'placed';
  const later = [pole, see(car.track, 0.2, 1800)];
  expect(look(later, 1800).sights.map(({ trackId }) => trackId)).toEqual(['made-1', 'event-1']);
});

it('says once how a track ended', () => {
  const lost = see(null, 0.5, 1000);
  const cut = see(null, 0.2, 1000);
  follow(lost.track, 'lost');
  follow(cut.track, 'cut');
  look([lost, cut], 1000);
  cut.track.cutSinceSeen = true;
  expect(look([], 5000, []).ended).toEqual([
    { trackId: 'lost', reason: 'lost' },
    { trackId: 'cut', reason: 'cut' },
  ]);
  expect(look([], 5400, []).ended).toEqual([]);
});

it('says that who walked out of the picture has left', () => {
  const first = see(null, 0.7, 1000);
  follow(first.track, 'anna');
  for (const [index, x] of [0.76, 0.82, 0.9].entries()) {
    predict(first.track.filter, 0.4, false);
    look([see(first.track, x, 1400 + index * 400)], 1400 + index * 400);
  }
  predict(first.track.filter, 0.4, true);
  expect(look([], 4000, []).ended).toEqual([{ trackId: 'anna', reason: 'left' }]);
});

it('knows nobody any more once all was forgotten', () => {
  const seen = see(null, 0.5, 1000);
  follow(seen.track, 'anna');
  look([seen], 1000);
  reports.forgetAll();
  expect(look([], 2000, []).ended).toEqual([]);
});

it('tells what became known of a thing when it is another than before, and only of what was told of', () => {
  const { track, sighting } = see(null, 0.2, 1000);
  const facts = startFacts('event-1', 1000);
  const asks = { plates: true, faces: true };
  const reading = { text: 'AB12345', score: 0.95, box: sighting.box };
  votePlate(facts.plate, reading);
  expect(reports.traits([{ track, facts }], { atUtcMs: 1000, asks })).toBeNull();
  follow(track, 'event-1');
  look([{ track, sighting }], 1400);
  expect(reports.traits([{ track, facts }], { atUtcMs: 1400, asks: { plates: false, faces: true } })).toBeNull();
  const told = reports.traits([{ track, facts }], { atUtcMs: 1400.4, asks });
  const plate = { text: 'AB12345', score: 242 / 255, reads: 1 };
  expect(told).toEqual({ kind: 'traits', atUtcMs: 1400, of: [{ trackId: 'event-1', plate, face: null, colours: [] }] });
  expect(reports.traits([{ track, facts }], { atUtcMs: 1800, asks })).toBeNull();
  votePlate(facts.plate, reading);
  expect(reports.traits([{ track, facts }], { atUtcMs: 2200, asks })?.of[0]?.plate?.reads).toBe(2);
});
