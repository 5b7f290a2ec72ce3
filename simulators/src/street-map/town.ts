/** Words of a thing: as it is called there, and in English. */
interface Names {
  he: string;
  en: string;
}

/** Something of the town, in metres east and south of its middle. */
export interface TownThing {
  what:
    | 'land'
    | 'sea'
    | 'park'
    | 'river'
    | 'building'
    | 'motorway'
    | 'major'
    | 'medium'
    | 'minor'
    | 'path'
    | 'rail'
    | 'border'
    | 'city'
    | 'quarter'
    | 'seaName';
  kind: 'point' | 'line' | 'area';
  points: readonly (readonly [number, number])[];
  names?: Names;
}

/** Half of the side of the square that the town lies in, in metres. */
export const townReachM = 3000;

const area = (what: TownThing['what'], points: TownThing['points'], names?: Names): TownThing => ({
  what,
  kind: 'area',
  points,
  ...(names ? { names } : {}),
});
const line = (what: TownThing['what'], points: TownThing['points'], names?: Names): TownThing => ({
  what,
  kind: 'line',
  points,
  ...(names ? { names } : {}),
});
const point = (what: TownThing['what'], at: readonly [number, number], names: Names): TownThing => ({
  what,
  kind: 'point',
  points: [at],
  names,
});

const streets: Names[] = [
  { he: 'רחוב הדקל', en: 'Palm Street' },
  { he: 'רחוב המגדלור', en: 'Lighthouse Street' },
  { he: 'רחוב הנמל (ישן)', en: 'Harbour Street (old)' },
  { he: 'רחוב השחף', en: 'Gull Street' },
];
const edge = townReachM;
const blockM = 260;

const grid = (): TownThing[] =>
  [-3, -2, -1, 1, 2, 3].flatMap((index) => {
    const at = index * blockM;
    const names = streets[Math.abs(index) % streets.length];
    return [
      line(
        'minor',
        [
          [-900, at],
          [0, at + 40],
          [1500, at + 90],
        ],
        names,
      ),
      line(
        'minor',
        [
          [at, -800],
          [at + 60, 1400],
        ],
        streets[(Math.abs(index) + 2) % streets.length],
      ),
    ];
  });

const houses = (): TownThing[] =>
  [-3, -2, -1, 0, 1, 2].flatMap((row) =>
    [-3, -2, -1, 0, 1, 2, 3, 4].flatMap((column) =>
      [0, 1, 2].map((house): TownThing => {
        const [x, y] = [column * blockM + 70 + house * 55, row * blockM + 90 + ((column + house) % 3) * 12];
        return area('building', [
          [x, y],
          [x + 34, y],
          [x + 34, y + 26 + house * 14],
          [x, y + 26 + house * 14],
        ]);
      }),
    ),
  );

/** A small town by the sea: streets with names in Hebrew and English, houses, a park, a river, a railway, a border. */
export const townThings: readonly TownThing[] = [
  area('land', [
    [-edge, -edge],
    [edge, -edge],
    [edge, edge],
    [-edge, edge],
  ]),
  area('sea', [
    [-edge, -edge],
    [1200, -edge],
    [600, -1600],
    [-700, -1100],
    [-1500, 300],
    [-1700, edge],
    [-edge, edge],
  ]),
  point('seaName', [-2200, -900], { he: 'הים התיכון', en: 'Mediterranean Sea' }),
  area(
    'park',
    [
      [300, 500],
      [1100, 560],
      [1180, 1150],
      [380, 1220],
    ],
    { he: 'גן העיר', en: 'Town Park' },
  ),
  line(
    'river',
    [
      [edge, -400],
      [1800, -700],
      [1100, -1500],
      [700, -1900],
    ],
    { he: 'נחל הקנים', en: 'Reed River' },
  ),
  ...houses(),
  line('path', [
    [320, 600],
    [700, 900],
    [1150, 1100],
  ]),
  ...grid(),
  line(
    'medium',
    [
      [-1100, 700],
      [200, 820],
      [2200, 900],
      [edge, 600],
    ],
    { he: 'רחוב ירושלים', en: 'Jerusalem Street' },
  ),
  line(
    'major',
    [
      [-1200, -100],
      [0, 20],
      [1600, 60],
      [edge, -900],
    ],
    { he: 'שדרות הרצל', en: 'Herzl Boulevard' },
  ),
  line(
    'motorway',
    [
      [1900, -edge],
      [1700, -800],
      [1900, 800],
      [1500, edge],
    ],
    { he: 'דרך החוף', en: 'Coast Road' },
  ),
  line('rail', [
    [2100, -edge],
    [1950, -600],
    [2150, 900],
    [1800, edge],
  ]),
  line('border', [
    [-1400, 2300],
    [600, 2500],
    [edge, 2100],
  ]),
  point('city', [200, 300], { he: 'נמל התכלת', en: 'Techelet Port' }),
  point('quarter', [-500, -300], { he: 'העיר התחתונה', en: 'Downtown' }),
  point('quarter', [900, 1500], { he: 'נווה גן', en: 'Neve Gan' }),
];
