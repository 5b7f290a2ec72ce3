import { describe, expect, it } from 'vitest';
import type { DrawnScene, Figure } from '../../../testing/drawn-scene.ts';
import { placeId, told } from '../../../testing/rule-run.ts';

const zone = {
  id: placeId(1),
  points: [
    { x: 0.5, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0.5, y: 1 },
  ],
};
const line = {
  id: placeId(2),
  points: [
    { x: 0.5, y: 1 },
    { x: 0.5, y: 0 },
  ],
};

/** Comes in from the left, stands in the zone until `untilS`, and walks out again. */
const visitor = (fromS: number, untilS: number, y = 0.8): Figure => ({
  way: [
    [fromS, 0.1, y],
    [fromS + 5, 0.7, y],
    [untilS, 0.7, y],
    [untilS + 5, 0.1, y],
  ],
});

/** Crosses the line to the right at `atS`, at a walker's pace. */
const walker = (atS: number, y = 0.8): Figure => ({
  way: [
    [atS - 5, 0.1, y],
    [atS + 5, 0.9, y],
  ],
});

describe('loitering', () => {
  it('does not wait for one who was seen to leave the picture', () => {
    const hurried: Figure = {
      way: [
        [0, 0.7, 0.8],
        [28, 0.7, 0.8],
      ],
    };
    const asked = { kind: 'loitering' as const, limitS: 30 };
    expect(told(asked, { figures: { anna: { ...hurried, end: 'left' } }, toS: 60 })).toEqual(['belowLimit 28']);
    expect(told(asked, { figures: { anna: { ...hurried, end: 'lost' } }, toS: 60 })).toEqual([
      'opened 30',
      'closed 28',
    ]);
  });

  it('takes one who was seen clearly once for there, however unsure the detector is of him then', () => {
    const turned: Figure = {
      way: [
        [0, 0.7, 0.8],
        [60, 0.7, 0.8],
      ],
      score: (seconds) => (seconds < 5 ? 0.8 : 0.2),
    };
    const asked = { kind: 'loitering' as const, limitS: 30 };
    expect(told(asked, { figures: { anna: turned }, toS: 90 })).toEqual(['opened 30', 'closed 60']);
    expect(told(asked, { figures: { anna: { ...turned, score: 0.3 } }, toS: 90 })).toEqual([]);
  });

  const asked = { kind: 'loitering' as const, zones: [zone], limitS: 30 };

  it('is not told of who leaves in time, and of two who take turns; of who nearly stayed too long, that it nearly was', () => {
    expect(told(asked, { figures: { anna: visitor(0, 30) }, toS: 60 })).toEqual(['belowLimit 31.8']);
    expect(told(asked, { figures: { anna: visitor(0, 22) }, toS: 60 })).toEqual([]);
    const turns = { anna: visitor(0, 25), ben: visitor(20, 45, 0.5) };
    expect(told(asked, { figures: turns, toS: 80 })).toEqual(['belowLimit 26.8', 'belowLimit 46.8']);
  });

  it('is told at the limit, and is over when the zone was left', () => {
    expect(told(asked, { figures: { anna: visitor(0, 60) }, toS: 90 })).toEqual(['opened 33.4', 'closed 61.8']);
  });

  it('goes on over a step out of the zone, a hidden moment and a track that broke', () => {
    const way = [
      [0, 0.7, 0.8],
      [15, 0.7, 0.8],
      [16, 0.4, 0.8],
      [18, 0.4, 0.8],
      [19, 0.7, 0.8],
      [60, 0.7, 0.8],
    ] as const;
    const figure: Figure = {
      way,
      hidden: [[21, 24]],
      tracks: [
        [0, 'anna'],
        [24, 'anna-again'],
      ],
      end: 'lost',
    };
    expect(told(asked, { figures: { anna: figure }, toS: 90 })).toEqual(['opened 30', 'closed 60']);
  });

  it('begins anew after a longer absence, and after a longer time out of sight', () => {
    const hidden: Figure = {
      way: [
        [0, 0.7, 0.8],
        [40, 0.7, 0.8],
      ],
      hidden: [[15, 22]],
    };
    expect(told(asked, { figures: { anna: hidden }, toS: 60 })).toEqual([]);
  });

  it('does not count time in which nobody looked', () => {
    const figure: Figure = {
      way: [
        [0, 0.7, 0.8],
        [70, 0.7, 0.8],
      ],
      end: 'lost',
    };
    const blind: DrawnScene = { figures: { anna: figure }, toS: 90, blind: [[10, 30]] };
    expect(told(asked, blind)).toEqual(['opened 50', 'closed 70']);
  });

  it('is not known any more after a minute without a look', () => {
    const figure: Figure = {
      way: [
        [0, 0.7, 0.8],
        [200, 0.7, 0.8],
      ],
    };
    const scene: DrawnScene = { figures: { anna: figure }, toS: 130, blind: [[40, 110]] };
    expect(told(asked, scene)).toEqual(['opened 30', 'closed 40 blind']);
  });
});

describe('appearing', () => {
  const asked = { kind: 'appearing' as const, zones: [zone] };

  it('is not told of who was there when the rule began, nor of who passes outside', () => {
    const there: Figure = {
      way: [
        [0, 0.7, 0.8],
        [100, 0.7, 0.8],
      ],
    };
    const outside: Figure = {
      way: [
        [70, 0.1, 0.8],
        [80, 0.4, 0.8],
      ],
    };
    expect(told(asked, { figures: { there, outside }, toS: 110 })).toEqual([]);
  });

  it('is told once of who enters, and again only after the time that was asked for', () => {
    const often = { anna: visitor(70, 80), again: visitor(95, 105), later: visitor(150, 160) };
    const starts = told(asked, { figures: often, toS: 200 }).filter((one) => one.startsWith('opened'));
    expect(starts).toHaveLength(3);
    const back: Figure = {
      way: [
        [70, 0.1, 0.8],
        [75, 0.7, 0.8],
        [80, 0.3, 0.8],
        [90, 0.7, 0.8],
        [130, 0.7, 0.8],
      ],
    };
    expect(told(asked, { figures: { back }, toS: 140 })).toEqual(['opened 73.4', 'closed 78.4']);
    expect(told({ ...asked, reappearS: 5 }, { figures: { back }, toS: 140 })).toHaveLength(4);
  });

  it('takes who is inside at the first sight only where that is asked for', () => {
    const inside: Figure = {
      way: [
        [70, 0.7, 0.8],
        [90, 0.8, 0.8],
      ],
    };
    expect(told(asked, { figures: { inside }, toS: 120 })).toEqual(['opened 70', 'closed 75']);
    expect(told({ ...asked, countsPresent: false }, { figures: { inside }, toS: 120 })).toEqual([]);
  });
});

describe('disappearing', () => {
  const asked = { kind: 'disappearing' as const, zones: [zone], goneS: 8 };

  it('is not told of who is hidden for a moment, and of what goes with the picture', () => {
    const hidden: Figure = {
      way: [
        [0, 0.7, 0.8],
        [60, 0.7, 0.8],
      ],
      hidden: [[20, 24]],
    };
    expect(told(asked, { figures: { hidden }, toS: 50 })).toEqual([]);
    const cut: Figure = {
      way: [
        [0, 0.7, 0.8],
        [20, 0.7, 0.8],
      ],
      end: 'cut',
    };
    expect(told(asked, { figures: { cut }, toS: 50 })).toEqual([]);
  });

  it('is told of who walks out, and of who is not seen any more, each only where that is asked for', () => {
    const out: DrawnScene = { figures: { anna: visitor(0, 20) }, toS: 60 };
    expect(told(asked, out)).toEqual(['opened 21.8', 'closed 26.8']);
    expect(told({ ...asked, by: 'end' }, out)).toEqual([]);
    const lost: DrawnScene = {
      figures: {
        anna: {
          way: [
            [0, 0.7, 0.8],
            [20, 0.7, 0.8],
          ],
          end: 'lost',
        },
      },
      toS: 60,
    };
    expect(told(asked, lost)).toEqual(['opened 20', 'closed 25']);
    expect(told({ ...asked, by: 'border' }, lost)).toEqual([]);
  });
});

describe('occupancy', () => {
  const asked = { kind: 'occupancy' as const, zones: [zone], count: 2, forS: 10 };

  it('is not told of one, nor of two for a moment', () => {
    expect(told(asked, { figures: { anna: visitor(0, 40) }, toS: 60 })).toEqual([]);
    const brief = { anna: visitor(0, 40), ben: visitor(10, 16, 0.6) };
    expect(told(asked, { figures: brief, toS: 60 })).toEqual([]);
  });

  it('is told of two for the time that was asked for, and is over ten seconds after one has left', () => {
    const both = { anna: visitor(0, 60), ben: visitor(10, 40, 0.6) };
    expect(told(asked, { figures: both, toS: 80 })).toEqual(['opened 23.4', 'closed 41.8']);
  });

  it('says of two for nearly long enough that they nearly were, and nothing outside of its schedule', () => {
    const nearly = { anna: visitor(0, 40), ben: visitor(10, 19, 0.6) };
    expect(told(asked, { figures: nearly, toS: 60 })).toEqual(['belowLimit 20.8']);
    expect(told(asked, { figures: nearly, toS: 60 }, { spans: [] })).toEqual([]);
  });

  it('counts the other way round, too', () => {
    const few = { kind: 'occupancy' as const, zones: [zone], compare: 'atMost', count: 0, forS: 10 };
    expect(told(few, { figures: { anna: visitor(0, 30) }, toS: 60 })).toEqual(['opened 41.8']);
  });
});

describe('absence', () => {
  const asked = { kind: 'absence' as const, zones: [zone], forS: 20 };

  it('is not told while somebody is there, sits still, or nobody looks', () => {
    const still: Figure = {
      way: [
        [0, 0.7, 0.8],
        [60, 0.7, 0.8],
      ],
      hidden: [[20, 45]],
      isResting: true,
    };
    expect(told(asked, { figures: { still }, toS: 60 })).toEqual([]);
    const blind: DrawnScene = { figures: { anna: visitor(0, 5) }, toS: 60, blind: [[12, 60]] };
    expect(told(asked, blind)).toEqual([]);
  });

  it('is told when nobody was there for the time, and is over when somebody comes', () => {
    const later = { anna: visitor(0, 10), ben: visitor(50, 90) };
    expect(told(asked, { figures: later, toS: 80 })).toEqual(['opened 31.8', 'closed 53.4']);
  });
});

describe('tailgating', () => {
  const asked = { kind: 'tailgating' as const, line, withinS: 3 };

  it('is not told of who keeps the distance, goes the other way, or is one whose track broke on the line', () => {
    expect(told(asked, { figures: { anna: walker(10), ben: walker(13.5) }, toS: 40 })).toEqual([]);
    const opposite: Figure = {
      way: [
        [6, 0.9, 0.5],
        [16, 0.1, 0.5],
      ],
    };
    expect(told(asked, { figures: { anna: walker(10), opposite }, toS: 40 })).toEqual([]);
    const broken: Figure = {
      ...walker(10),
      tracks: [
        [0, 'anna'],
        [10.1, 'ben'],
      ],
    };
    expect(told(asked, { figures: { broken }, toS: 40 })).toEqual([]);
  });

  it('is told of two within the time, and of three only where three are asked for', () => {
    const two: DrawnScene = { figures: { anna: walker(10), ben: walker(12.5, 0.6) }, toS: 40 };
    expect(told(asked, two)).toEqual(['opened 12.5', 'closed 17.5']);
    expect(told({ ...asked, count: 3 }, two)).toEqual([]);
    expect(told({ ...asked, direction: 'left' }, two)).toEqual([]);
  });
});
