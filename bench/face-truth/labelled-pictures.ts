/** A face on a photograph, by its middle in shares of the picture; told by eye. */
export interface LabelledFace {
  who: string;
  x: number;
  y: number;
}

export interface LabelledPhotograph {
  /** Below the folder of its source. */
  file: string;
  source: 'footage' | 'face-api' | 'matplotlib' | 'scikit-image';
  /** Pictures of one occasion are cuts or frames of one thing. */
  occasion: string;
  faces: LabelledFace[];
}

/** A clip whose people stay on their side. */
export interface LabelledClip {
  file: string;
  occasion: string;
  /** From left to right, with where each side ends. */
  people: { who: string; untilX: number }[];
}

/** Strangers whom nobody named: those of two photographs may be the same person, those of one are not. */
const guests = (file: string, places: readonly [number, number][]): LabelledPhotograph => ({
  file,
  source: 'face-api',
  occasion: file,
  faces: places.map(([x, y], index) => ({ who: `guest ${file.replace('.jpg', '')}/${String(index + 1)}`, x, y })),
});

const footage = (file: string, occasion: string, faces: LabelledFace[]): LabelledPhotograph => ({
  file,
  source: 'footage',
  occasion,
  faces,
});

export const labelledPhotographs: readonly LabelledPhotograph[] = [
  footage('obama-1.jpg', 'portrait', [{ who: 'first president', x: 0.54, y: 0.25 }]),
  footage('obama-2.jpg', 'speech', [{ who: 'first president', x: 0.545, y: 0.39 }]),
  footage('biden-1.jpg', 'white house', [{ who: 'second president', x: 0.58, y: 0.19 }]),
  footage('two-people-obama-biden.jpg', 'white house', [
    { who: 'first president', x: 0.275, y: 0.23 },
    { who: 'second president', x: 0.76, y: 0.26 },
  ]),
  footage('woman-a.jpg', 'turning', [{ who: 'woman a', x: 0.475, y: 0.42 }]),
  footage('three-people-abc.jpg', 'corridor', [
    { who: 'woman a', x: 0.16, y: 0.45 },
    { who: 'man b', x: 0.47, y: 0.4 },
    { who: 'woman c', x: 0.78, y: 0.52 },
  ]),
  footage('two-people-de.jpg', 'corridor, two', [
    { who: 'woman d', x: 0.38, y: 0.52 },
    { who: 'man e', x: 0.63, y: 0.41 },
  ]),
  {
    file: 'grace_hopper.jpg',
    source: 'matplotlib',
    occasion: 'navy',
    faces: [{ who: 'rear admiral', x: 0.53, y: 0.4 }],
  },
  {
    file: 'astronaut.png',
    source: 'scikit-image',
    occasion: 'nasa',
    faces: [{ who: 'astronaut', x: 0.44, y: 0.25 }],
  },
  guests('sample1.jpg', [
    [0.27, 0.39],
    [0.49, 0.44],
    [0.82, 0.26],
  ]),
  guests('sample2.jpg', [
    [0.23, 0.22],
    [0.51, 0.27],
    [0.81, 0.21],
  ]),
  guests('sample3.jpg', [
    [0.36, 0.36],
    [0.62, 0.29],
    [0.82, 0.34],
  ]),
  guests('sample4.jpg', [
    [0.17, 0.23],
    [0.39, 0.15],
    [0.56, 0.23],
    [0.71, 0.2],
  ]),
  guests('sample5.jpg', [
    [0.25, 0.75],
    [0.35, 0.4],
    [0.45, 0.18],
    [0.62, 0.25],
    [0.79, 0.39],
  ]),
  guests('sample6.jpg', [
    [0.18, 0.42],
    [0.41, 0.33],
    [0.66, 0.3],
    [0.83, 0.28],
  ]),
];

export const labelledClips: readonly LabelledClip[] = [
  { file: 'face-turning-woman.mp4', occasion: 'turning', people: [{ who: 'woman a', untilX: 1 }] },
  {
    file: 'corridor-three-people.mp4',
    occasion: 'corridor',
    people: [
      { who: 'woman a', untilX: 0.33 },
      { who: 'man b', untilX: 0.63 },
      { who: 'woman c', untilX: 1 },
    ],
  },
  {
    file: 'corridor-two-people.mp4',
    occasion: 'corridor, two',
    people: [
      { who: 'woman d', untilX: 0.5 },
      { who: 'man e', untilX: 1 },
    ],
  },
];

const guestPhotograph = (who: string): string | null => /^guest (\w+)\//.exec(who)?.[1] ?? null;

/** Whether two faces are of one person; null where nobody knows. */
export function isSamePerson(one: string, other: string): boolean | null {
  if (one === other) return true;
  const [a, b] = [guestPhotograph(one), guestPhotograph(other)];
  return a !== null && b !== null && a !== b ? null : false;
}

/** Every second person: whoever changes a threshold looks at the others only. */
export function heldBackPeople(): Set<string> {
  const people = new Set(labelledPhotographs.flatMap(({ faces }) => faces.map(({ who }) => who)));
  return new Set([...people].filter((_, index) => index % 2 === 1));
}
