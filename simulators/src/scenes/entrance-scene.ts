import { treeBoxes } from './models/foliage.ts';
import type { Tree } from './models/foliage.ts';
import { personParts } from './models/person.ts';
import type { PersonAppearance } from './models/person.ts';
import { facade, plaster, slabs } from './models/surfaces.ts';
import type { Box, Paint } from './render/box-world.ts';
import { createCamera } from './render/camera.ts';
import type { Lighting } from './render/lighting.ts';
import { cloudNoise, valueNoise } from './render/noise.ts';
import type { Instance } from './render/rasterizer.ts';
import { dot, normalize, subtract } from './render/vector.ts';
import type { Vec3 } from './render/vector.ts';
import { createPath } from './path.ts';
import type { Path } from './path.ts';
import { since } from './scene.ts';
import type { Scene } from './scene.ts';

const sceneDurationS = 40;

const lighting: Lighting = {
  sun: normalize([0.7, -0.5, 0.62]),
  sunColor: [1.75, 1.5, 1.15],
  sky: [0.42, 0.47, 0.56],
  bounce: [0.22, 0.2, 0.17],
  lamps: [
    { position: [-1.6, 13.5, 3], color: [4.4, 3.7, 2.6] },
    { position: [1.6, 13.5, 3], color: [4.4, 3.7, 2.6] },
    { position: [0, 8.2, 3.1], color: [1.4, 1.2, 0.85] },
  ],
  exposure: 1.2,
  haze: [0.7, 0.74, 0.8],
  hazePerMetre: 0.0015,
  monochrome: false,
};

const steel = plaster([0.07, 0.075, 0.08]);
const stone = plaster([0.46, 0.43, 0.38]);
const upper = facade({ wall: [0.4, 0.37, 0.33], bay: 2.4, floor: 3.1, shop: 0, lit: 0.25 });

/** Tall panes with warm light and vague shapes behind them. */
const panes: Paint = ([x, , z], _face, color) => {
  const frame = (x + 40) % 1.45 < 0.07 || z < 0.1 || Math.abs(z - 2.5) < 0.04;
  if (frame) {
    for (let channel = 0; channel < 3; channel += 1) color[channel] = 0.04;
    return;
  }
  const inside = 0.35 + 0.65 * valueNoise(x * 1.6, z * 0.9 + 4);
  const mirrored = 0.2 + 0.35 * cloudNoise(x * 0.4, z * 0.5);
  color[0] = 0.2 * inside + 0.12 * mirrored;
  color[1] = 0.19 * inside + 0.16 * mirrored;
  color[2] = 0.16 * inside + 0.2 * mirrored;
};

const lobbyFloor: Paint = ([x, y], _face, color) => slabs(x, y, { size: 1.2, base: [0.34, 0.31, 0.27], color });

const lobbyWall: Paint = ([x, , z], _face, color) => {
  const panel = (x + 40) % 1.1 < 0.03 ? 0.5 : 1;
  const sign = Math.abs(z - 2.05) < 0.22 && Math.abs(x) < 1;
  const base: Vec3 = sign ? [0.07, 0.16, 0.2] : [0.42, 0.31, 0.2];
  for (let channel = 0; channel < 3; channel += 1) color[channel] = base[channel]! * panel;
};

const trees: Tree[] = [
  { x: -4.3, y: 8.2, crown: 1.02, radius: 0.52, seed: 61 },
  { x: -3.1, y: 8.2, crown: 1.0, radius: 0.48, seed: 62 },
  { x: 3.3, y: 8.2, crown: 1.02, radius: 0.52, seed: 63 },
  { x: 4.5, y: 8.2, crown: 1.0, radius: 0.5, seed: 64 },
  { x: -8, y: 5.6, crown: 4.4, radius: 1.9, seed: 65 },
];

const boxes: Box[] = [
  { min: [-14, 9.5, 0], max: [-1.35, 9.7, 3.3], paint: panes },
  { min: [1.35, 9.5, 0], max: [14, 9.7, 3.3], paint: panes },
  { min: [-1.35, 9.5, 2.45], max: [1.35, 9.7, 3.3], paint: panes },
  { min: [-1.42, 9.42, 0], max: [-1.3, 9.75, 2.5], paint: steel },
  { min: [1.3, 9.42, 0], max: [1.42, 9.75, 2.5], paint: steel },
  { min: [-1.42, 9.42, 2.4], max: [1.42, 9.75, 2.52], paint: steel },
  { min: [-14, 9.3, 3.3], max: [14, 18, 10], paint: upper },
  { min: [-2.9, 6.9, 3.2], max: [2.9, 9.5, 3.42], paint: steel },
  { min: [-2.8, 7, 0], max: [-2.66, 7.14, 3.2], paint: steel },
  { min: [2.66, 7, 0], max: [2.8, 7.14, 3.2], paint: steel },
  { min: [-6, 9.7, -0.02], max: [6, 17, 0.01], paint: lobbyFloor },
  { min: [-6, 16.8, 0], max: [6, 17, 3.3], paint: lobbyWall },
  { min: [-1.6, 15, 0], max: [1.6, 15.7, 1.1], paint: plaster([0.16, 0.11, 0.075]) },
  { min: [-5, 7.7, 0], max: [-2.5, 8.7, 0.55], paint: stone },
  { min: [2.7, 7.7, 0], max: [5.2, 8.7, 0.55], paint: stone },
  { min: [-6.9, 2.8, 0.42], max: [-4.9, 3.3, 0.5], paint: plaster([0.2, 0.13, 0.07]) },
  { min: [-6.7, 2.9, 0], max: [-6.6, 3.2, 0.42], paint: steel },
  { min: [-5.2, 2.9, 0], max: [-5.1, 3.2, 0.42], paint: steel },
  { min: [4.6, 3.6, 0], max: [5, 4, 0.95], paint: steel },
  ...trees.flatMap(treeBoxes),
];

const looks: PersonAppearance[] = [
  {
    jacket: [0.05, 0.07, 0.14],
    trousers: [0.04, 0.04, 0.045],
    hair: [0.03, 0.02, 0.015],
    skin: [0.46, 0.3, 0.22],
    height: 1.8,
    bag: true,
  },
  {
    jacket: [0.34, 0.1, 0.05],
    trousers: [0.05, 0.06, 0.1],
    hair: [0.16, 0.09, 0.04],
    skin: [0.5, 0.34, 0.26],
    height: 1.66,
  },
  {
    jacket: [0.35, 0.34, 0.32],
    trousers: [0.12, 0.11, 0.1],
    hair: [0.02, 0.018, 0.016],
    skin: [0.26, 0.16, 0.11],
    height: 1.76,
  },
  {
    jacket: [0.03, 0.13, 0.11],
    trousers: [0.03, 0.03, 0.035],
    hair: [0.3, 0.28, 0.25],
    skin: [0.48, 0.33, 0.26],
    height: 1.72,
    bag: true,
  },
  {
    jacket: [0.5, 0.48, 0.42],
    trousers: [0.06, 0.08, 0.16],
    hair: [0.09, 0.05, 0.025],
    skin: [0.44, 0.29, 0.2],
    height: 1.62,
  },
];

/** Ways in, out and past, each with its start second and speed in m/s. */
const walks: { look: PersonAppearance; path: Path; startS: number; speed: number }[] = [
  {
    look: looks[0]!,
    path: createPath([
      [3.4, -4],
      [2.3, 2],
      [0.5, 7],
      [0.2, 10],
      [-1, 13.5],
      [-6.6, 14],
    ]),
    startS: 0.5,
    speed: 1.35,
  },
  {
    look: looks[1]!,
    path: createPath([
      [6.6, 14],
      [1.2, 12.8],
      [-0.4, 9.5],
      [-0.9, 5],
      [-2.6, -3],
    ]),
    startS: 7,
    speed: 1.25,
  },
  {
    look: looks[2]!,
    path: createPath([
      [-13, 5.2],
      [-4, 5.1],
      [5, 4.9],
      [13, 5.4],
    ]),
    startS: 14,
    speed: 1.4,
  },
  {
    look: looks[3]!,
    path: createPath([
      [-5.5, -3],
      [-3, 3],
      [-0.6, 7.2],
      [0.3, 10],
      [1.4, 13.2],
      [6.6, 13.8],
    ]),
    startS: 20,
    speed: 1.3,
  },
  {
    look: looks[4]!,
    path: createPath([
      [13, 6.2],
      [5, 6],
      [1.2, 7.4],
      [0.1, 9.8],
      [-1.5, 13.4],
      [-6.6, 13.9],
    ]),
    startS: 24.5,
    speed: 1.3,
  },
];

function walking(timeS: number): Instance[][] {
  return walks.flatMap(({ look, path, startS, speed }) => {
    const walked = since(timeS, startS, sceneDurationS) * speed;
    const place = path.at(walked);
    return place ? [personParts(look, { ...place, walked, stride: 1 })] : [];
  });
}

/** The plane of the door, and its opening. */
const doorway = { y: 9.5, left: -1.3, right: 1.3, top: 2.4 };

/** Where the door is in the picture, in fractions of it: from the top left, clockwise. */
export function entranceDoor(): { x: number; y: number }[] {
  const { position, right, down, forward, focal, width, height } = entranceScene.camera(1280, 720);
  const corners: Vec3[] = [
    [doorway.left, doorway.y, doorway.top],
    [doorway.right, doorway.y, doorway.top],
    [doorway.right, doorway.y, 0],
    [doorway.left, doorway.y, 0],
  ];
  return corners.map((corner) => {
    const from = subtract(corner, position);
    const depth = dot(from, forward);
    return {
      x: 0.5 + (focal * dot(from, right)) / depth / width,
      y: 0.5 + (focal * dot(from, down)) / depth / height,
    };
  });
}

/** Who goes in, by their number, and when each crosses the door, seconds of the scene. */
export const entering = (): { who: number; atS: number }[] =>
  walks.flatMap(({ path, startS, speed }, who) => {
    const steps = Math.ceil(path.lengthM * 10);
    for (let step = 1; step <= steps; step += 1) {
      const [before, after] = [path.at((step - 1) / 10), path.at(step / 10)];
      if (before && after && before.y < doorway.y && after.y >= doorway.y && Math.abs(after.x) < doorway.right)
        return [{ who, atS: (startS + step / 10 / speed) % sceneDurationS }];
    }
    return [];
  });

/** The entrance of an office building in late light: people come, go and pass. */
export const entranceScene: Scene = {
  id: 'entrance',
  durationS: sceneDurationS,
  noise: 1.3,
  lighting,
  trees,
  parked: [],
  world: {
    boxes,
    ground: ([x, y], _face, color) => slabs(x, y, { size: 0.9, base: [0.27, 0.255, 0.23], color }),
    sky: (direction, color) => {
      color[0] = 0.9 - direction[2] * 0.4;
      color[1] = 0.88 - direction[2] * 0.25;
      color[2] = 0.95;
    },
  },
  camera: (width, height) =>
    createCamera({ position: [1.9, -4.2, 3.7], target: [-0.1, 8.6, 1.0], horizontalFovDeg: 46, width, height }),
  contentAt: (timeS) => ({ objects: walking(timeS), flares: [] }),
};
