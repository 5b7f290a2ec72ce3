import { carParts } from './models/car.ts';
import type { CarAppearance } from './models/car.ts';
import { treeBoxes } from './models/foliage.ts';
import type { Tree } from './models/foliage.ts';
import { personParts } from './models/person.ts';
import type { PersonAppearance } from './models/person.ts';
import { asphalt, facade, grass, plaster, slabs } from './models/surfaces.ts';
import type { Box, Paint } from './render/box-world.ts';
import { createCamera } from './render/camera.ts';
import type { Lighting } from './render/lighting.ts';
import { cloudNoise } from './render/noise.ts';
import type { Instance } from './render/rasterizer.ts';
import { normalize } from './render/vector.ts';
import { since } from './scene.ts';
import type { Scene } from './scene.ts';

const sceneDurationS = 40;

const lighting: Lighting = {
  sun: normalize([-0.62, -0.42, 0.78]),
  sunColor: [2.9, 2.62, 2.2],
  sky: [0.4, 0.48, 0.62],
  bounce: [0.24, 0.21, 0.18],
  lamps: [],
  exposure: 1.12,
  haze: [0.75, 0.82, 0.92],
  hazePerMetre: 0.0016,
  monochrome: false,
};

const trees: Tree[] = [
  { x: -5.6, y: 17, crown: 4.9, radius: 2.0, seed: 21 },
  { x: -5.6, y: 31, crown: 5.2, radius: 2.2, seed: 22 },
  { x: -5.6, y: 46, crown: 5, radius: 2.1, seed: 23 },
  { x: 8.1, y: 38, crown: 5.4, radius: 2.2, seed: 24 },
  { x: 8.1, y: 58, crown: 5, radius: 2.2, seed: 25 },
];

const ground: Paint = ([x, y], _face, color) => {
  asphalt(x, y, color);
  const centre = Math.abs(x) < 0.07 && (y + 1) % 6 < 3;
  const edge = Math.abs(Math.abs(x) - 3.85) < 0.06;
  const zebra = y > 20.4 && y < 23.4 && Math.abs(x) < 3.7 && (x + 10) % 1 < 0.5;
  const bay = x > 3.9 && x < 6.2 && Math.abs(((y + 3) % 5.6) - 0.05) < 0.06;
  if (!(centre && (y < 19 || y > 25)) && !edge && !zebra && !bay) return;
  const worn = 0.34 + 0.22 * cloudNoise(x * 3, y * 3);
  color[0] = worn;
  color[1] = worn;
  color[2] = worn * 0.97;
};

const pavement: Paint = ([x, y], face, color) => {
  if (face === 2) slabs(x, y, { size: 0.8, base: [0.27, 0.265, 0.25], color });
  else slabs(y, 0.4, { size: 1, base: [0.3, 0.3, 0.29], color });
};

function house(from: [number, number], to: [number, number], look: { height: number; paint: Paint }): Box {
  return { min: [from[0], from[1], 0], max: [to[0], to[1], look.height], paint: look.paint };
}

function lampPost(x: number, y: number, reach: number): Box[] {
  const paint = plaster([0.1, 0.11, 0.11]);
  return [
    { min: [x - 0.06, y - 0.06, 0], max: [x + 0.06, y + 0.06, 6.4], paint },
    { min: [Math.min(x, x + reach), y - 0.04, 6.3], max: [Math.max(x, x + reach), y + 0.04, 6.38], paint },
    { min: [x + reach - 0.28, y - 0.12, 6.24], max: [x + reach + 0.28, y + 0.12, 6.34], paint },
  ];
}

const boxes: Box[] = [
  { min: [-8.4, -5, 0], max: [-4, 120, 0.14], paint: pavement },
  { min: [6.3, -5, 0], max: [10.2, 120, 0.14], paint: pavement },
  house([-30, 6], [-8.4, 19], {
    height: 10.4,
    paint: facade({ wall: [0.42, 0.2, 0.13], bay: 2.6, floor: 3.1, shop: 3.6, brick: true }),
  }),
  house([-30, 19], [-8.4, 35], {
    height: 13.4,
    paint: facade({ wall: [0.55, 0.5, 0.4], bay: 2.9, floor: 3.2, shop: 3.8 }),
  }),
  house([-30, 35], [-8.4, 58], {
    height: 9.8,
    paint: facade({ wall: [0.4, 0.43, 0.44], bay: 2.5, floor: 3, shop: 0 }),
  }),
  house([-30, 58], [-8.4, 90], {
    height: 12.6,
    paint: facade({ wall: [0.5, 0.32, 0.2], bay: 2.8, floor: 3.1, shop: 3.6, brick: true }),
  }),
  house([10.2, 12], [32, 29], {
    height: 12.2,
    paint: facade({ wall: [0.58, 0.55, 0.5], bay: 2.7, floor: 3.2, shop: 3.7 }),
  }),
  house([10.2, 29], [32, 47], {
    height: 9.6,
    paint: facade({ wall: [0.36, 0.17, 0.12], bay: 2.5, floor: 3, shop: 3.4, brick: true }),
  }),
  house([10.2, 47], [32, 85], {
    height: 13.8,
    paint: facade({ wall: [0.48, 0.47, 0.43], bay: 3, floor: 3.2, shop: 0 }),
  }),
  house([-34, 118], [36, 130], {
    height: 11,
    paint: facade({ wall: [0.5, 0.44, 0.36], bay: 2.8, floor: 3.1, shop: 3.5 }),
  }),
  { min: [-10, 12.9, 3.05], max: [-7.4, 18.4, 3.15], paint: plaster([0.3, 0.07, 0.06]) },
  { min: [9.1, 20, 2.95], max: [10.4, 27.5, 3.05], paint: plaster([0.08, 0.16, 0.24]) },
  ...lampPost(-4.6, 26, 1.6),
  ...lampPost(6.9, 33, -1.8),
  ...lampPost(-4.6, 54, 1.6),
  { min: [7.4, 15.5, 0.14], max: [7.9, 16, 1.05], paint: plaster([0.06, 0.12, 0.09]) },
  ...trees.flatMap(treeBoxes),
];

/** Lane -1 comes towards the camera, lane 1 drives away from it. */
const traffic: { look: CarAppearance; startS: number; speed: number; lane: -1 | 1 }[] = [
  { look: { kind: 'saloon', color: [0.5, 0.51, 0.53], plate: 'HK 482 TN' }, startS: 1, speed: 10.5, lane: -1 },
  { look: { kind: 'estate', color: [0.03, 0.07, 0.2], plate: 'BR 917 LM' }, startS: 5, speed: 9.5, lane: 1 },
  { look: { kind: 'van', color: [0.62, 0.62, 0.6], plate: 'SW 305 DX' }, startS: 9.5, speed: 9, lane: -1 },
  { look: { kind: 'saloon', color: [0.32, 0.02, 0.025], plate: 'FN 128 PA' }, startS: 15, speed: 11, lane: -1 },
  { look: { kind: 'saloon', color: [0.03, 0.03, 0.032], plate: 'TE 664 VB' }, startS: 18.5, speed: 10, lane: 1 },
  { look: { kind: 'estate', color: [0.1, 0.12, 0.11], plate: 'LC 253 HR' }, startS: 25.5, speed: 10, lane: -1 },
  { look: { kind: 'estate', color: [0.55, 0.55, 0.54], plate: 'DV 839 SK' }, startS: 30.5, speed: 10.5, lane: 1 },
  { look: { kind: 'saloon', color: [0.06, 0.16, 0.1], plate: 'PM 571 EC' }, startS: 33, speed: 10, lane: -1 },
];

const walkers: { look: PersonAppearance; x: number; startS: number; speed: number; away: boolean }[] = [
  {
    look: {
      jacket: [0.28, 0.04, 0.04],
      trousers: [0.03, 0.035, 0.06],
      hair: [0.05, 0.03, 0.02],
      skin: [0.45, 0.29, 0.21],
      height: 1.7,
      bag: true,
    },
    x: -6.7,
    startS: 0,
    speed: 1.3,
    away: false,
  },
  {
    look: {
      jacket: [0.06, 0.08, 0.1],
      trousers: [0.09, 0.085, 0.075],
      hair: [0.02, 0.018, 0.016],
      skin: [0.3, 0.19, 0.13],
      height: 1.82,
    },
    x: 8.2,
    startS: 12,
    speed: 1.25,
    away: true,
  },
  {
    look: {
      jacket: [0.3, 0.27, 0.18],
      trousers: [0.04, 0.06, 0.12],
      hair: [0.2, 0.13, 0.06],
      skin: [0.48, 0.33, 0.25],
      height: 1.66,
      bag: true,
    },
    x: -7.2,
    startS: 21,
    speed: 1.35,
    away: true,
  },
];

const nearY = 1.5;
const farY = 108;

function drivingCars(timeS: number): Instance[][] {
  return traffic.flatMap(({ look, startS, speed, lane }) => {
    const travelled = since(timeS, startS, sceneDurationS) * speed;
    const y = lane === -1 ? farY - travelled : nearY + travelled;
    if (y < nearY || y > farY) return [];
    return [carParts(look, { x: lane * 1.95, y, heading: lane === -1 ? 0 : Math.PI, travelled })];
  });
}

function walkingPeople(timeS: number): Instance[][] {
  return walkers.map(({ look, x, startS, speed, away }) => {
    const walked = since(timeS, startS, sceneDurationS) * speed;
    return personParts(look, { x, y: away ? 5 + walked : 57 - walked, heading: away ? Math.PI : 0, walked, stride: 1 });
  });
}

const parkedLooks: [number, CarAppearance][] = [
  [14.6, { kind: 'estate', color: [0.26, 0.27, 0.28], plate: 'GA 740 NP' }],
  [25.8, { kind: 'saloon', color: [0.04, 0.09, 0.16], plate: 'KT 196 WD' }],
  [31.4, { kind: 'saloon', color: [0.5, 0.48, 0.44], plate: 'RB 582 FM' }],
  [48.2, { kind: 'van', color: [0.08, 0.16, 0.28], plate: 'NH 417 AS' }],
];

/** A street by day: two lanes, parked cars, plates that can be read near the camera, people on the pavements. */
export const streetScene: Scene = {
  id: 'street',
  durationS: sceneDurationS,
  noise: 1.2,
  lighting,
  trees,
  world: {
    boxes,
    ground: (point, face, color) =>
      point[0] < -30 || point[0] > 32 ? grass(point[0], point[1], color) : ground(point, face, color),
    sky: (direction, color) => {
      const high = Math.max(0, direction[2]);
      const cloud =
        Math.max(0, cloudNoise((direction[0] * 4) / (high + 0.12) + 3, (direction[1] * 4) / (high + 0.12)) - 0.45) *
        1.6;
      color[0] = 0.62 - 0.5 * high + cloud * 0.9;
      color[1] = 0.76 - 0.42 * high + cloud * 0.75;
      color[2] = 1.0 - 0.2 * high + cloud * 0.5;
    },
  },
  parked: parkedLooks.map(([y, look]) => carParts(look, { x: 5.05, y, heading: Math.PI, travelled: 0 })),
  camera: (width, height) =>
    createCamera({ position: [0.9, -1.5, 5.4], target: [-0.35, 21, 0.6], horizontalFovDeg: 47, width, height }),
  contentAt: (timeS) => ({ objects: [...drivingCars(timeS), ...walkingPeople(timeS)], flares: [] }),
};
