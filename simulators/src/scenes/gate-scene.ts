import { carParts, headLamps } from './models/car.ts';
import type { CarAppearance, CarPose } from './models/car.ts';
import { treeBoxes } from './models/foliage.ts';
import type { Tree } from './models/foliage.ts';
import { personParts } from './models/person.ts';
import { asphalt, grass, plaster, slabs } from './models/surfaces.ts';
import type { Box, Paint } from './render/box-world.ts';
import { createCamera } from './render/camera.ts';
import type { Flare } from './render/compositor.ts';
import type { Lighting } from './render/lighting.ts';
import { limbMesh } from './render/mesh.ts';
import type { MeshPaint } from './render/mesh.ts';
import type { Instance } from './render/rasterizer.ts';
import { createPath, travelled } from './path.ts';
import type { Path } from './path.ts';
import type { Scene } from './scene.ts';

const lighting: Lighting = {
  sun: null,
  sunColor: [0, 0, 0],
  sky: [0.022, 0.022, 0.022],
  bounce: [0.01, 0.01, 0.01],
  lamps: [
    { position: [0.6, -2.5, 4.4], color: [95, 95, 95], besideCamera: true },
    { position: [-3.9, 13, 5.9], color: [62, 62, 62], aim: [0, 0, -1], spread: 0.35 },
    { position: [3.4, 27, 5.9], color: [62, 62, 62], aim: [0, 0, -1], spread: 0.35 },
    { position: [4.6, 11.2, 2.2], color: [5, 5, 5] },
  ],
  exposure: 1.5,
  haze: [0.015, 0.015, 0.015],
  hazePerMetre: 0.01,
  monochrome: true,
};

const dark = plaster([0.12, 0.12, 0.12]);
const light = plaster([0.5, 0.5, 0.5]);

/** Bars of a fence: seen through, so thin boxes with gaps. */
function fence(x0: number, x1: number, y: number): Box[] {
  const posts = Array.from({ length: Math.floor((x1 - x0) / 0.16) }, (_, index): Box => {
    const x = x0 + index * 0.16;
    return { min: [x, y - 0.015, 0], max: [x + 0.03, y + 0.015, 1.9], paint: light, castsNoShadow: true };
  });
  return [
    ...posts,
    { min: [x0, y - 0.02, 1.75], max: [x1, y + 0.02, 1.81], paint: light, castsNoShadow: true },
    { min: [x0, y - 0.02, 0.2], max: [x1, y + 0.02, 0.26], paint: light, castsNoShadow: true },
  ];
}

const wallPaint: Paint = ([x, y, z], face, color) => {
  const u = face === 0 ? y : x;
  const rib = (u * 2.2) % 1 < 0.12 ? 0.6 : 1;
  const tone = (z < 0.9 ? 0.16 : 0.26) * rib;
  color[0] = tone;
  color[1] = tone;
  color[2] = tone;
};

const boothPaint: Paint = ([x, y, z], face, color) => {
  const u = face === 0 ? y - 10 : x - 4;
  const window = face !== 2 && z > 1.05 && z < 2.1 && u > 0.15 && u < 1.85;
  const tone = window ? 1.6 - Math.abs(z - 1.9) * 0.5 : 0.42;
  color[0] = tone;
  color[1] = tone;
  color[2] = tone;
};

const trees: Tree[] = [
  { x: -8.5, y: 19, crown: 3.6, radius: 2, seed: 41 },
  { x: 10, y: 24, crown: 4, radius: 2.4, seed: 42 },
];

const boxes: Box[] = [
  ...fence(-12, -3.9, 11.4),
  ...fence(6.4, 14, 11.4),
  { min: [-4, 11.2, 0], max: [-3.7, 11.5, 2.1], paint: light },
  { min: [3.5, 11.2, 0], max: [3.8, 11.5, 1.05], paint: light },
  { min: [4, 10, 0.12], max: [6.2, 12.4, 2.55], paint: boothPaint },
  { min: [3.8, 9.8, 2.55], max: [6.4, 12.6, 2.7], paint: dark },
  {
    min: [3.5, 8.6, 0],
    max: [6.8, 13.4, 0.12],
    paint: ([x, y], _face, color) => slabs(x, y, { size: 0.6, base: [0.26, 0.26, 0.26], color }),
  },
  { min: [-4, 12.9, 0], max: [-3.85, 13.05, 6], paint: dark, castsNoShadow: true },
  { min: [-4.2, 12.8, 5.95], max: [-3.5, 13.2, 6.05], paint: dark, castsNoShadow: true, glow: [3, 3, 3] },
  { min: [3.4, 26.9, 0], max: [3.55, 27.05, 6], paint: dark, castsNoShadow: true },
  { min: [3.1, 26.8, 5.95], max: [3.8, 27.2, 6.05], paint: dark, castsNoShadow: true, glow: [3, 3, 3] },
  { min: [-34, 44, 0], max: [-7, 60, 7.5], paint: wallPaint },
  { min: [9, 38, 0], max: [34, 60, 6.5], paint: wallPaint },
  { min: [-6.6, 8.2, 0], max: [-6.1, 8.7, 0.9], paint: light },
  { min: [-6.6, 6.2, 0], max: [-6.1, 6.7, 0.9], paint: light },
  ...trees.flatMap(treeBoxes),
];

const ground: Paint = ([x, y], _face, color) => {
  if (Math.abs(x) > 3.6 && y > 3) {
    grass(x, y, color);
    return;
  }
  asphalt(x, y, color);
  const stop = y > 8.6 && y < 9.1 && Math.abs(x) < 3.3;
  const middle = Math.abs(x) < 0.06 && y > 14 && y % 5 < 2.5;
  const side = Math.abs(Math.abs(x) - 3.4) < 0.06;
  if (!stop && !middle && !side) return;
  for (let channel = 0; channel < 3; channel += 1) color[channel] = 0.42;
};

const arm = limbMesh(0.9);
const pivot = [3.4, 11.35, 1.0] as const;

/** 0 closed .. 1 open, as a plan of [second, share]. */
const armPlan = [
  [0, 0],
  [13, 0],
  [16, 1],
  [22.5, 1],
  [25, 0],
  [27.5, 0],
  [30, 1],
  [34.5, 1],
  [37, 0],
  [40, 0],
] as const;

const armPaint: MeshPaint = ([, , z], _normal, color) => {
  const tone = Math.floor(z * 9) % 2 === 0 ? 0.75 : 0.14;
  color[0] = tone;
  color[1] = tone;
  color[2] = tone;
  return 0;
};

function barrier(timeS: number): Instance[] {
  const angle = travelled(armPlan, timeS) * 1.45;
  const [reach, up] = [-Math.cos(angle), Math.sin(angle)];
  return [
    {
      mesh: arm,
      paint: armPaint,
      placement: { x: [up * 0.06, 0, -reach * 0.06], y: [0, 0.045, 0], z: [reach * 6.9, 0, up * 6.9], origin: pivot },
    },
  ];
}

interface Drive {
  look: CarAppearance;
  path: Path;
  plan: readonly (readonly [number, number])[];
}

const drives: Drive[] = [
  {
    look: { kind: 'van', color: [0.5, 0.5, 0.5], plate: 'CV 308 BT', lampsOn: true },
    path: createPath([
      [-1.7, 75],
      [-1.7, 40],
      [-1.6, 12],
      [-1.7, -6],
    ]),
    plan: [
      [1, 0],
      [4, 22],
      [10.5, 60.4],
      [15.5, 60.4],
      [19, 70],
      [22, 81],
    ],
  },
  {
    look: { kind: 'saloon', color: [0.12, 0.12, 0.12], plate: 'SN 651 KE', lampsOn: true },
    path: createPath([
      [1.75, -6],
      [1.75, 20],
      [1.75, 78],
    ]),
    plan: [
      [25.5, 0],
      [28, 7.5],
      [30, 7.9],
      [33, 24],
      [39, 83],
    ],
  },
];

function poseOf({ path, plan }: Drive, timeS: number): CarPose | null {
  const distance = travelled(plan, timeS);
  if (timeS < plan[0]![0] || timeS > plan.at(-1)![0]) return null;
  const place = path.at(distance);
  return place ? { ...place, travelled: distance } : null;
}

function beams(drive: Drive, pose: CarPose): Flare[] {
  const towards = Math.abs(pose.heading) < 1.2;
  if (!towards) return [];
  return headLamps(drive.look, pose).map((point): Flare => ({ point, radius: 0.75, strength: 170 }));
}

const guard = {
  jacket: [0.5, 0.5, 0.5],
  trousers: [0.05, 0.05, 0.05],
  hair: [0.04, 0.04, 0.04],
  skin: [0.4, 0.4, 0.4],
  height: 1.8,
} as const;
const guardPath = createPath([
  [4.7, 9.4],
  [3.2, 9.6],
  [0.4, 10.2],
  [-0.2, 10.3],
]);
const guardPlan = [
  [10.5, 0],
  [14, 4.9],
  [14.8, 4.9],
  [18, 0.1],
  [40, 0],
] as const;

function guardAt(timeS: number): Instance[] {
  const distance = travelled(guardPlan, timeS);
  const moving = Math.abs(travelled(guardPlan, timeS + 0.1) - distance) > 0.02;
  const place = guardPath.at(distance) ?? guardPath.at(0)!;
  const heading = timeS > 14.8 && moving ? place.heading + Math.PI : place.heading;
  return personParts(guard, { ...place, heading: moving ? heading : 0.4, walked: distance, stride: moving ? 1 : 0.1 });
}

/** A gate at night under infrared light: barrier, booth, lamp pools, a van that comes and a car that leaves. */
export const gateScene: Scene = {
  id: 'gate',
  durationS: 40,
  noise: 2.6,
  lighting,
  trees,
  parked: [],
  world: {
    boxes,
    ground,
    sky: (direction, color) => {
      for (let channel = 0; channel < 3; channel += 1) color[channel] = 0.012 + 0.02 * Math.max(0, 0.25 - direction[2]);
    },
  },
  camera: (width, height) =>
    createCamera({ position: [0.6, -2.5, 4.3], target: [0.3, 13, 0.9], horizontalFovDeg: 58, width, height }),
  contentAt(timeS) {
    const moving = drives.flatMap((drive) => {
      const pose = poseOf(drive, timeS);
      return pose ? [{ drive, pose }] : [];
    });
    return {
      objects: [barrier(timeS), guardAt(timeS), ...moving.map(({ drive, pose }) => carParts(drive.look, pose))],
      flares: [
        { point: [-3.85, 13, 5.95], radius: 1.1, strength: 90 },
        { point: [3.45, 27, 5.95], radius: 1.1, strength: 80 },
        ...moving.flatMap(({ drive, pose }) => beams(drive, pose)),
      ],
    };
  },
};
