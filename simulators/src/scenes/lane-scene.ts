import { carParts } from './models/car.ts';
import type { CarAppearance } from './models/car.ts';
import { treeBoxes } from './models/foliage.ts';
import type { Tree } from './models/foliage.ts';
import { asphalt, grass, plaster, slabs } from './models/surfaces.ts';
import type { Box, Paint } from './render/box-world.ts';
import { createCamera } from './render/camera.ts';
import type { Lighting } from './render/lighting.ts';
import type { Instance } from './render/rasterizer.ts';
import { normalize } from './render/vector.ts';
import { createPath, travelled } from './path.ts';
import type { Path } from './path.ts';
import type { Scene } from './scene.ts';

const sceneDurationS = 24;

const lighting: Lighting = {
  sun: normalize([0.5, -0.55, 0.7]),
  sunColor: [2.3, 2.15, 1.9],
  sky: [0.46, 0.5, 0.58],
  bounce: [0.24, 0.22, 0.2],
  lamps: [],
  exposure: 1.1,
  haze: [0.75, 0.8, 0.88],
  hazePerMetre: 0.002,
  monochrome: false,
};

const trees: Tree[] = [
  { x: -7.5, y: 23, crown: 4.4, radius: 2, seed: 91 },
  { x: -9, y: 33, crown: 4.8, radius: 2.2, seed: 92 },
  { x: 10, y: 36, crown: 4.6, radius: 2.2, seed: 93 },
];

const hall: Paint = ([x, y, z], face, color) => {
  const u = face === 0 ? y : x;
  const rib = (u * 2.6) % 1 < 0.12 ? 0.82 : 1;
  const band = z > 4.6 && z < 5.4;
  color[0] = (band ? 0.08 : 0.34) * rib;
  color[1] = (band ? 0.2 : 0.35) * rib;
  color[2] = (band ? 0.22 : 0.34) * rib;
};

const booth: Paint = ([x, y, z], face, color) => {
  const u = face === 0 ? y - 9.4 : x - 3.1;
  const isWindow = face !== 2 && z > 1 && z < 2.05 && u > 0.15 && u < 1.65;
  color[0] = isWindow ? 0.09 : 0.44;
  color[1] = isWindow ? 0.12 : 0.42;
  color[2] = isWindow ? 0.14 : 0.38;
};

const boxes: Box[] = [
  { min: [-30, 44, 0], max: [16, 56, 7], paint: hall },
  {
    min: [2.6, 6, 0],
    max: [5.6, 16, 0.14],
    paint: ([x, y], _face, color) => slabs(x, y, { size: 0.6, base: [0.3, 0.29, 0.27], color }),
  },
  { min: [3.1, 9.4, 0.14], max: [4.9, 11.6, 2.5], paint: booth },
  { min: [2.9, 9.2, 2.5], max: [5.1, 11.8, 2.65], paint: plaster([0.2, 0.21, 0.22]) },
  { min: [2.75, 8.2, 0.14], max: [2.95, 8.4, 1.25], paint: plaster([0.5, 0.4, 0.06]) },
  { min: [-3.3, 6, 0], max: [-3.1, 40, 0.5], paint: plaster([0.33, 0.32, 0.3]) },
  ...trees.flatMap(treeBoxes),
];

const ground: Paint = ([x, y], _face, color) => {
  if (x < -3.2 || (x > 3.4 && y > 16)) {
    grass(x, y, color);
    return;
  }
  asphalt(x, y, color);
  for (let channel = 0; channel < 3; channel += 1) color[channel]! *= 1.4;
  const stop = y > 7.3 && y < 7.65 && Math.abs(x) < 2.5;
  const side = Math.abs(Math.abs(x) - 2.5) < 0.06;
  if (!stop && !side) return;
  for (let channel = 0; channel < 3; channel += 1) color[channel] = 0.4;
};

interface Drive {
  look: CarAppearance;
  path: Path;
  /** Second and metres along the path. */
  plan: readonly (readonly [number, number])[];
}

const towards = createPath([
  [2.2, 52],
  [0.9, 38],
  [0, 24],
  [-0.1, 10],
  [-0.4, 0],
  [-1.5, -9],
]);

const drives: Drive[] = [
  {
    look: { kind: 'saloon', color: [0.05, 0.09, 0.24], plate: 'KT 415 MR' },
    path: towards,
    plan: [
      [0.5, 0],
      [5, 41.6],
      [8, 42],
      [11, 58],
    ],
  },
  {
    look: { kind: 'saloon', color: [0.3, 0.03, 0.03], plate: 'HN 962 FL' },
    path: towards,
    plan: [
      [12, 0],
      [16.5, 41.6],
      [19.5, 42],
      [22.5, 58],
    ],
  },
];

function driving({ look, path, plan }: Drive, timeS: number): Instance[][] {
  if (timeS < plan[0]![0] || timeS > plan.at(-1)![0]) return [];
  const distance = travelled(plan, timeS);
  const place = path.at(distance);
  return place ? [carParts(look, { ...place, travelled: distance })] : [];
}

/** A lane where cars stop to be let in, close enough to read their plates. */
export const laneScene: Scene = {
  id: 'lane',
  durationS: sceneDurationS,
  noise: 1.2,
  lighting,
  trees,
  parked: [],
  world: {
    boxes,
    ground,
    sky: (direction, color) => {
      color[0] = 0.74 - direction[2] * 0.4;
      color[1] = 0.81 - direction[2] * 0.25;
      color[2] = 0.92;
    },
  },
  camera: (width, height) =>
    createCamera({ position: [1.5, -0.6, 2.7], target: [0.25, 10, 0.85], horizontalFovDeg: 39, width, height }),
  contentAt: (timeS) => ({ objects: drives.flatMap((drive) => driving(drive, timeS)), flares: [] }),
};
