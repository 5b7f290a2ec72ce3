import { expect, test } from 'vitest';
import { scoreClip } from './score-clip.ts';
import type { Seen } from './seen.ts';
import { readTruths } from './truth.ts';
import type { ClipTruth } from './truth.ts';

const none = { zoneNames: new Map<string, string>(), colourFinds: [] };

async function truthOf(clip: string): Promise<ClipTruth> {
  const [truth] = await readTruths(clip);
  return truth;
}

let made = 0;
function seen(
  fromS: number,
  toS: number,
  facts: Partial<Seen> & { at?: [number, number, number, number]; to?: [number, number, number, number] } = {},
): Seen {
  const [x, y, width, height] = facts.at ?? [0.4, 0.5, 0.2, 0.3];
  const [toX, toY, toWidth, toHeight] = facts.to ?? [x, y, width, height];
  made += 1;
  return {
    id: `event-${String(made)}`,
    class: 'vehicle',
    fromS,
    toS,
    heading: 180,
    plate: null,
    entries: [],
    path: [
      { atS: fromS, x, y, width, height },
      { atS: toS, x: toX, y: toY, width: toWidth, height: toHeight },
    ],
    ...facts,
  };
}

test('counts what is missing, what is double, what is in an empty gap', async () => {
  const truth = await truthOf('street-cars');
  const { visits, bars } = scoreClip(truth, [seen(0.1, 1.7), seen(0.2, 1.6), seen(2.5, 4.2), seen(22, 24)], none);
  expect(visits.found.map(({ visit }) => visit.name)).toEqual(['white saloon', 'red saloon']);
  expect(visits.missed).toHaveLength(6);
  expect(visits.false.map(({ why }) => why)).toEqual(['nothing, or found already', 'in the empty gap 21.2-28.0 s']);
  expect(bars.map(({ isMet }) => isMet)).toEqual([false, false]);
});

test('says nothing of cars beyond the lane, but names those that are parked', async () => {
  const truth = await truthOf('street-cars');
  const far = seen(12, 15, { at: [0.3, 0.2, 0.05, 0.05], to: [0.1, 0.2, 0.05, 0.05] });
  const parked = seen(3, 9, { at: [0.55, 0.36, 0.08, 0.08] });
  const { visits } = scoreClip(truth, [far, parked], none);
  expect(visits.unassessed).toEqual([far]);
  expect(visits.stills).toEqual([{ seen: parked, name: 'parked cars right of the traffic island' }]);
  expect(visits.false).toEqual([]);
});

test('tells two cars apart that pass at once in opposite directions', async () => {
  const truth = await truthOf('carpark-topdown');
  const down = seen(15, 18.2, { heading: 170 });
  const up = seen(15.1, 18.5, { heading: 355 });
  const { visits } = scoreClip(truth, [up, down], none);
  expect(visits.found.map(({ visit, seen: { id } }) => [visit.name, id])).toEqual(
    expect.arrayContaining([
      ['red car', up.id],
      ['pale green car', down.id],
    ]),
  );
  expect(visits.found.every(({ hasHeading }) => hasHeading)).toBe(true);
});

test('meets the bar of the queue only with every end within a second', async () => {
  const truth = await truthOf('kiosk-queue');
  const visits = [
    seen(6.5, 20.3, { class: 'person' }),
    seen(23, 44.9, { class: 'person' }),
    seen(50.5, 59.8, { class: 'person' }),
  ];
  expect(scoreClip(truth, visits, none).bars.every(({ isMet }) => isMet)).toBe(true);
  visits[1] = { ...visits[1], toS: 46.9 };
  expect(scoreClip(truth, visits, none).bars.filter(({ isMet }) => !isMet)).toEqual([
    { what: 'ends', wanted: 'within 1 s', got: '1.70 s', isMet: false },
  ]);
});

test('reads plates exactly or not at all', async () => {
  const truth = await truthOf('gate-plates');
  const { plates, bars } = scoreClip(
    truth,
    [seen(2.2, 5.9, { plate: '5AU5341' }), seen(8.2, 11.9, { plate: '8B751BH' })],
    none,
  );
  expect(plates.slice(0, 3)).toEqual([
    { wanted: '5AU5341', read: '5AU5341' },
    { wanted: 'BB751BH', read: '8B751BH' },
    { wanted: 'BSE5579', read: null },
  ]);
  expect(bars).toMatchObject([{ got: '1', isMet: false }]);
});

test('follows boxes between the points of a path for the recall', async () => {
  const truth: ClipTruth = {
    ...(await truthOf('campus-pedestrians')),
    frames: [
      {
        atS: 5,
        boxes: [
          { class: 'person', box: [0.5, 0.5, 0.1, 0.3] },
          { class: 'person', box: [0.1, 0.1, 0.05, 0.1] },
        ],
      },
    ],
  };
  const walking = seen(0, 10, { class: 'person', at: [0, 0.5, 0.1, 0.3], to: [1, 0.5, 0.1, 0.3] });
  expect(scoreClip(truth, [walking], none).recall).toEqual({
    found: 1,
    of: 2,
    missing: ['person at 5.0 s, x 0.13 y 0.15'],
  });
});

test('finds the entry into a zone and the search by colour', async () => {
  const truth = await truthOf('campus-pedestrians');
  const woman = seen(43, 59, { class: 'person', at: [0.85, 0.4, 0.04, 0.2], to: [0, 0.4, 0.04, 0.2] });
  woman.path = [43, 48, 50, 51.5, 53.5, 59].map((atS, index) => ({
    atS,
    x: [0.95, 0.55, 0.41, 0.32, 0.23, 0][index] - 0.02,
    y: 0.4,
    width: 0.04,
    height: 0.2,
  }));
  const pair = seen(50.2, 60, { class: 'person', entries: [{ zoneId: 'z', atS: 50.9 }] });
  const score = scoreClip(truth, [woman, pair], { zoneNames: new Map([['z', 'Grass']]), colourFinds: [[woman.id]] });
  expect(score.zoneEntries).toEqual([{ zone: 'Grass', wantedS: 50.4, gotS: 50.9 }]);
  expect(Object.fromEntries(score.bars.map(({ what, isMet }) => [what, isMet]))).toEqual({
    recall: false,
    'of things at rest': true,
    'zone entered in time': true,
    'found by colour': true,
  });
});
