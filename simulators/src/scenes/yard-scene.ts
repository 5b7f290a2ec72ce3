import { carParts } from './models/car.ts';
import type { CarKind, CarAppearance } from './models/car.ts';
import { treeBoxes } from './models/foliage.ts';
import type { Tree } from './models/foliage.ts';
import { personParts } from './models/person.ts';
import { asphalt, grass, plaster } from './models/surfaces.ts';
import type { Box, Paint } from './render/box-world.ts';
import { createCamera } from './render/camera.ts';
import type { Lighting } from './render/lighting.ts';
import { hash2 } from './render/noise.ts';
import type { Instance } from './render/rasterizer.ts';
import { normalize } from './render/vector.ts';
import type { Vec3 } from './render/vector.ts';
import { createPath, travelled } from './path.ts';
import { since } from './scene.ts';
import type { Scene } from './scene.ts';

const sceneDurationS = 40;

const lighting: Lighting = {
  sun: normalize([0.45, 0.3, 0.62]),
  sunColor: [2.2, 2.0, 1.7],
  sky: [0.5, 0.56, 0.66],
  bounce: [0.22, 0.21, 0.19],
  lamps: [],
  exposure: 1.05,
  haze: [0.78, 0.82, 0.88],
  hazePerMetre: 0.0022,
  monochrome: false,
};

const shed: Paint = ([x, y, z], face, color) => {
  const u = face === 0 ? y : x;
  const bay = u - Math.floor(u / 6) * 6;
  const door = face === 1 && bay > 1.1 && bay < 4.6 && z < 4.1;
  const rib = (u * 3) % 1 < 0.14 ? 0.82 : 1;
  const slat = door && (z * 3.2) % 1 < 0.12 ? 0.75 : 1;
  const base: Vec3 = door ? [0.4, 0.41, 0.42] : z < 1.1 ? [0.2, 0.2, 0.2] : [0.13, 0.2, 0.26];
  const bumper = door && z < 0.9 && (bay < 1.5 || bay > 4.2);
  for (let channel = 0; channel < 3; channel += 1) color[channel] = bumper ? 0.03 : base[channel]! * rib * slat;
};

const trees: Tree[] = [
  { x: -17, y: 13, crown: 4.2, radius: 2.1, seed: 81 },
  { x: -18, y: 20, crown: 4.6, radius: 2.3, seed: 82 },
  { x: 19, y: 25, crown: 4.4, radius: 2.2, seed: 83 },
];

function pallets(x: number, y: number, layers: number): Box[] {
  return Array.from({ length: layers }, (_, layer): Box => ({
    min: [x, y, layer * 0.75],
    max: [x + 1.15, y + 0.95, layer * 0.75 + 0.68],
    paint: plaster(layer % 2 ? [0.36, 0.25, 0.14] : [0.3, 0.22, 0.13]),
  }));
}

const boxes: Box[] = [
  { min: [-26, 32, 0], max: [20, 50, 7.2], paint: shed },
  { min: [-26, 31.6, 6.9], max: [20, 32, 7.5], paint: plaster([0.4, 0.42, 0.43]) },
  { min: [-15.2, 4, 0], max: [-15, 32, 1.1], paint: plaster([0.32, 0.31, 0.29]) },
  { min: [-12.6, 29.4, 0], max: [-9.2, 31.6, 0.9], paint: plaster([0.33, 0.32, 0.3]) },
  ...pallets(-13.6, 25.6, 3),
  ...pallets(-12.2, 26, 2),
  ...pallets(-13.4, 23.9, 1),
  {
    min: [15.2, 20, 0],
    max: [17.6, 26, 2.5],
    paint: ([, y, z], _face, color) => {
      const rib = (y * 4) % 1 < 0.3 ? 0.75 : 1;
      color[0] = 0.3 * rib;
      color[1] = 0.075 * rib;
      color[2] = 0.045 * rib * (z > 2.4 ? 0.8 : 1);
    },
  },
  { min: [9.94, 17.94, 0], max: [10.06, 18.06, 7], paint: plaster([0.3, 0.31, 0.31]) },
  { min: [9.3, 17.7, 6.9], max: [10.7, 18.3, 7.05], paint: plaster([0.2, 0.2, 0.2]) },
  ...trees.flatMap(treeBoxes),
];

const ground: Paint = ([x, y], _face, color) => {
  if (x < -15.2 || x > 22) {
    grass(x, y, color);
    return;
  }
  asphalt(x, y, color);
  for (let channel = 0; channel < 3; channel += 1) color[channel]! *= 1.5;
  const row = x > -12.2 && x < 2.2 && y > 13 && y < 18.2 && Math.abs(((x + 12) % 2.8) - 0.05) < 0.06;
  const far = x > -6.2 && x < 13.4 && y > 21.4 && y < 26.4 && Math.abs(((x + 6) % 2.8) - 0.05) < 0.06;
  const walk = x > 4.6 && x < 6.2 && y > 12 && y < 31.5;
  const stripe = walk && (Math.abs(x - 4.7) < 0.07 || Math.abs(x - 6.1) < 0.07 || (x + y) % 1.6 < 0.28);
  if (!row && !far && !stripe) return;
  const worn = 0.36 + 0.14 * hash2(Math.floor(x * 30), Math.floor(y * 30));
  color[0] = worn;
  color[1] = worn * (stripe ? 0.82 : 1);
  color[2] = worn * (stripe ? 0.25 : 1);
};

const colors: Vec3[] = [
  [0.5, 0.5, 0.5],
  [0.03, 0.03, 0.035],
  [0.05, 0.09, 0.2],
  [0.3, 0.025, 0.025],
  [0.24, 0.25, 0.26],
  [0.58, 0.57, 0.54],
];

function parkedCar(slot: number, y: number, heading: number): Instance[] {
  const kind: CarKind = slot % 4 === 2 ? 'estate' : slot % 5 === 3 ? 'van' : 'saloon';
  return carParts(
    { kind, color: colors[slot % colors.length]!, plate: `PK ${120 + slot * 37} YA` },
    { x: -10.6 + 2.8 * slot, y, heading, travelled: 0 },
  );
}

const visitor: CarAppearance = { kind: 'saloon', color: [0.42, 0.2, 0.03], plate: 'ZT 415 MR' };
const visitorPath = createPath([
  [26, 10.4],
  [12, 10.2],
  [5, 10.3],
  [-4, 10],
  [-9.5, 8.4],
  [-12.4, 3],
  [-13, -5],
]);
const visitorPlan = [
  [1.5, 0],
  [6, 17],
  [9, 29],
  [14, 56],
] as const;
const leaving: CarAppearance = { kind: 'van', color: [0.6, 0.6, 0.59], plate: 'HB 902 FD' };
const leavingPath = createPath([
  [-9, 27],
  [-6, 20.2],
  [2, 19.8],
  [12, 19.6],
  [30, 18],
]);
const leavingPlan = [
  [0, 0],
  [17, 0],
  [21, 12],
  [25, 41],
  [28, 41],
  [34.5, 9],
  [38, 0],
  [40, 0],
] as const;

function vehicles(timeS: number): Instance[][] {
  const arrived = travelled(visitorPlan, timeS);
  const there = timeS > visitorPlan[0][0] ? visitorPath.at(arrived) : null;
  const gone = travelled(leavingPlan, timeS);
  const going = leavingPath.at(gone);
  return [
    ...(there ? [carParts({ ...visitor, braking: timeS > 6.5 && timeS < 9 }, { ...there, travelled: arrived })] : []),
    ...(going ? [carParts(leaving, { ...going, travelled: gone })] : []),
  ];
}

const workers = [
  {
    look: {
      jacket: [0.75, 0.5, 0.02],
      trousers: [0.04, 0.05, 0.09],
      hair: [0.6, 0.58, 0.1],
      skin: [0.45, 0.3, 0.22],
      height: 1.79,
    },
    path: createPath([
      [5.4, 31.4],
      [5.3, 24],
      [5.2, 13],
      [7, 8.5],
      [16, 5],
    ]),
    startS: 4,
    speed: 1.3,
  },
  {
    look: {
      jacket: [0.7, 0.2, 0.03],
      trousers: [0.05, 0.05, 0.06],
      hair: [0.03, 0.02, 0.02],
      skin: [0.3, 0.19, 0.13],
      height: 1.75,
      bag: true,
    },
    path: createPath([
      [-2.2, 15.8],
      [-1.4, 12],
      [3, 11.4],
      [5.6, 14],
      [5.5, 24],
      [5.6, 31.4],
    ]),
    startS: 14,
    speed: 1.35,
  },
] as const;

/** A works yard from above: parking rows, loading doors, a car that arrives, a van that leaves, people on foot. */
export const yardScene: Scene = {
  id: 'yard',
  durationS: sceneDurationS,
  noise: 1.2,
  lighting,
  trees,
  world: {
    boxes,
    ground,
    sky: (direction, color) => {
      color[0] = 0.72 - direction[2] * 0.5;
      color[1] = 0.8 - direction[2] * 0.35;
      color[2] = 0.92;
    },
  },
  parked: [
    ...[0, 1, 3, 4].map((slot) => parkedCar(slot, 15.6, slot % 2 ? 0 : Math.PI)),
    ...[3, 5, 6, 8].map((slot) => parkedCar(slot, 24, slot % 2 ? Math.PI : 0)),
  ],
  camera: (width, height) =>
    createCamera({ position: [1.5, -2.6, 8.2], target: [-0.6, 18, 0.6], horizontalFovDeg: 62, width, height }),
  contentAt(timeS) {
    const people = workers.flatMap(({ look, path, startS, speed }) => {
      const walked = since(timeS, startS, sceneDurationS) * speed;
      const place = path.at(walked);
      return place ? [personParts(look, { ...place, walked, stride: 1 })] : [];
    });
    return { objects: [...vehicles(timeS), ...people], flares: [] };
  },
};
