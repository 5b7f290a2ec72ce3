import { DoorFinding, type FoundDoor } from '@sightline/domain/doors/door-finding';
import { DoorGrid, type GreyPicture, type PicturePart } from '@sightline/domain/doors/door-grid';
import { DoorSight } from '@sightline/domain/doors/door-sight';
import { doorwayPictures } from '@sightline/simulators/scenes/doorway-pictures';
import { doorwayScene } from '@sightline/simulators/scenes/doorway-scene';
import { percent, printTable } from './measure/figures.ts';
import { printLoad } from './measure/rig.ts';

/**
 * How rightly and how soon doors are told on the generated entrance, four minutes with the truth of every moment, and what a door costs. Where
 * people are is taken from the scene: how well they are found is what `bench recognition` measures.
 */

interface Moment {
  timeS: number;
  grey: GreyPicture;
  truth: string;
  people: { id: string; box: PicturePart }[];
}

const size = { width: 640, height: 360, picturesPerS: 5 };
const { durationS, area } = doorwayScene('day');
const startUtcMs = Date.UTC(2026, 2, 2, 8);
const grid = new DoorGrid(area);

const drawn = (light: 'day' | 'night'): Moment[] =>
  Array.from(doorwayPictures({ light, toS: durationS, ...size }), ({ grey, ...moment }) => ({
    ...moment,
    grey: { ...grey, data: grey.data.slice(0, size.width * size.height) },
  }));
console.log('The generated entrance, 240 s at 640x360 and five pictures a second; drawing it takes a minute or two.\n');
const [day, night] = [drawn('day'), drawn('night')];
const at = (moments: Moment[], timeS: number): Float32Array =>
  grid.sample(moments.find((moment) => moment.timeS >= timeS)!.grey);
const looksOf = (moments: Moment[]) => ({ closed: at(moments, 2), open: at(moments, 62) });

interface Figures {
  right: number;
  unsure: number;
  settled: number;
  settledRight: number;
  delaysS: number[];
  msPerPicture: number;
}

function watch(moments: Moment[], looks: ReturnType<typeof looksOf>): Figures {
  const sight = new DoorSight(area, looks);
  const figures: Figures = { right: 0, unsure: 0, settled: 0, settledRight: 0, delaysS: [], msPerPicture: 0 };
  const before = process.cpuUsage();
  let [state, changedS, waits] = ['unsure', -10, false];
  for (const [index, { timeS, grey, truth, people }] of moments.entries()) {
    if (truth !== moments[index - 1]?.truth) [changedS, waits] = [timeS, true];
    const covers = people.map(({ box }) => box);
    state = sight.look({ picture: grey, atUtcMs: startUtcMs + timeS * 1000, covers })?.state ?? state;
    if (waits && state === truth) {
      figures.delaysS.push(timeS - changedS);
      waits = false;
    }
    if (state === truth) figures.right += 1;
    if (state === 'unsure') figures.unsure += 1;
    if (timeS - changedS <= 2) continue;
    figures.settled += 1;
    if (state === truth) figures.settledRight += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return { ...figures, msPerPicture: (user + system) / 1000 / moments.length };
}

const alternating = (everyS: number): Moment[] =>
  day.map((moment, index) => (Math.floor(moment.timeS / everyS) % 2 === 1 ? night[index]! : moment));
const runs: [string, Moment[], ReturnType<typeof looksOf>][] = [
  ['day', day, looksOf(day)],
  ['infrared', night, looksOf(night)],
  ['infrared, looks of the day', night, looksOf(day)],
  ['day, looks of the infrared', day, looksOf(night)],
  ['changes every 33 s, looks of the day', alternating(33), looksOf(day)],
];
const rows = runs.map(([name, moments, looks]) => {
  const { right, unsure, settled, settledRight, delaysS, msPerPicture } = watch(moments, looks);
  const all = moments.length;
  return [
    name,
    percent(right / all, 1),
    percent(settledRight / settled, 1),
    percent(unsure / all, 1),
    `${(delaysS.reduce((sum, delay) => sum + delay, 0) / delaysS.length).toFixed(1)} s`,
    `${Math.max(...delaysS).toFixed(1)} s`,
    `${msPerPicture.toFixed(2)} ms`,
  ];
});
printTable(
  [
    'light',
    'right, of all time',
    'right, 2 s after changes',
    'unsure',
    'told after, mean',
    'longest',
    'processor a picture',
  ],
  rows,
);

/** Plays the scene three times; who vanishes behind the wall ends a way. */
function find(moments: Moment[]): { found: FoundDoor<Float32Array>; afterS: number } | null {
  const finding = new DoorFinding<Float32Array>();
  let seen = new Map<string, PicturePart>();
  for (let round = 0; round < 3; round += 1)
    for (const { timeS, grey, people } of moments) {
      const secondS = round * durationS + timeS;
      const atUtcMs = startUtcMs + Math.round(secondS * 1000);
      const now = new Map(people.map(({ id, box }) => [id, box]));
      for (const [id, box] of now) if (!seen.has(id)) finding.wayEnds(box, atUtcMs);
      for (const [id, box] of seen) if (!now.has(id)) finding.wayEnds(box, atUtcMs);
      seen = now;
      const covers = [...now.values()];
      const found = finding.look(grey, { atUtcMs, covers, keep: (_, levels) => levels });
      if (found !== null) return { found, afterS: secondS };
    }
  return null;
}

for (const [name, moments] of [
  ['day', day],
  ['infrared', night],
] as const) {
  const candidate = find(moments);
  const corners = candidate?.found.area.map(({ x, y }) => `${x.toFixed(2)}/${y.toFixed(2)}`).join(' ');
  console.log(
    candidate === null
      ? `${name}: the door was not found`
      : `${name}: the door was found after ${candidate.afterS.toFixed(0)} s of three people a minute at ${corners}`,
  );
}
console.log(`it is at ${area.map(({ x, y }) => `${x.toFixed(2)}/${y.toFixed(2)}`).join(' ')}`);
printLoad();
