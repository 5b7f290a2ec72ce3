import { personParts } from './models/person.ts';
import type { PersonAppearance, PersonPose } from './models/person.ts';
import { board, standingBox } from './models/sheet.ts';
import { plaster, slabs } from './models/surfaces.ts';
import { createPath, travelled } from './path.ts';
import type { Box, Paint } from './render/box-world.ts';
import { createCamera } from './render/camera.ts';
import type { Camera } from './render/camera.ts';
import type { Lighting } from './render/lighting.ts';
import type { MeshPaint } from './render/mesh.ts';
import type { Instance } from './render/rasterizer.ts';
import type { Vec3 } from './render/vector.ts';
import type { Scene } from './scene.ts';

/** How the door of the scene really is. */
export type DoorTruth = 'closed' | 'ajar' | 'open' | 'blocked';

/** Part of the picture, in fractions of it. */
interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A scene with a door, and what is so in it at every moment. */
export interface DoorwayScene extends Scene {
  doorAt(timeS: number): DoorTruth;
  /** 0 closed .. 1 wide open. */
  openAt(timeS: number): number;
  /** Where people are in the picture. */
  peopleAt(timeS: number): { id: string; box: Part }[];
  /** Corners of the opening in the picture, in fractions of it. */
  area: { x: number; y: number }[];
}

type Plan = readonly (readonly [number, number])[];

const durationS = 240;
const opening = { left: -0.52, right: 0.52, front: 6, back: 6.16, top: 2.06 };
const wideOpen = 1.72;

/** How far the door is open: [second, share]. */
const doorPlan: Plan = [
  [0, 0],
  [11, 0],
  [12.2, 1],
  [15, 1],
  [16.4, 0],
  [40, 0],
  [41.2, 1],
  [70, 1],
  [71.4, 0],
  [85, 0],
  [85.8, 0.34],
  [105, 0.34],
  [105.9, 0],
  [120, 0],
  [121.2, 1],
  [150, 1],
  [151.4, 0],
  [171, 0],
  [172.2, 1],
  [175, 1],
  [176.4, 0],
  [240, 0],
];

/** Somebody leaves a crate in the doorway. */
const crate = { fromS: 126, toS: 144 };

interface Walk {
  id: string;
  look: PersonAppearance;
  path: ReturnType<typeof createPath>;
  plan: Plan;
}

const looks: PersonAppearance[] = [
  {
    jacket: [0.05, 0.07, 0.14],
    trousers: [0.04, 0.04, 0.045],
    hair: [0.03, 0.02, 0.015],
    skin: [0.46, 0.3, 0.22],
    height: 1.8,
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
];

const inwards = createPath([
  [3.4, 1.2],
  [1.2, 3.4],
  [0.1, 5.2],
  [0.05, 6.8],
  [1.9, 8],
]);
const outwards = createPath([
  [1.9, 8.1],
  [0.1, 6.9],
  [0, 5.2],
  [-1.4, 3.6],
  [-4.6, 3.2],
]);
const across = createPath([
  [-4.8, 4.9],
  [0, 4.8],
  [4.8, 4.9],
]);
const toTheDoor = createPath([
  [-4.6, 3.4],
  [-1, 4.6],
  [0.1, 5.25],
]);

/** Begins at a second and walks at an even pace. */
const walk = (at: { id: string; look: number; startS: number; speed: number }, path: Walk['path']): Walk => ({
  id: at.id,
  look: looks[at.look]!,
  path,
  plan: [
    [at.startS, 0],
    [at.startS + path.lengthM / at.speed, path.lengthM],
  ],
});

const walks: Walk[] = [
  walk({ id: 'in-1', look: 0, startS: 8, speed: 1.3 }, inwards),
  walk({ id: 'past-1', look: 2, startS: 27, speed: 1.35 }, across),
  walk({ id: 'out-1', look: 1, startS: 40.6, speed: 1.3 }, outwards),
  walk({ id: 'past-2', look: 0, startS: 54, speed: 1.2 }, across),
  walk({ id: 'past-3', look: 1, startS: 93, speed: 1.3 }, across),
  walk({ id: 'in-2', look: 2, startS: 117.2, speed: 1.3 }, inwards),
  walk({ id: 'in-3', look: 1, startS: 168, speed: 1.3 }, inwards),
  // Waits before the closed door and goes away.
  {
    id: 'waits',
    look: looks[0]!,
    path: toTheDoor,
    plan: [
      [192, 0],
      [196.5, toTheDoor.lengthM],
      [208, toTheDoor.lengthM],
      [212.5, 0],
    ],
  },
];

interface Light {
  lighting: Lighting;
  noise: number;
}

const day: Light = {
  noise: 1.4,
  lighting: {
    sun: null,
    sunColor: [0, 0, 0],
    sky: [0.3, 0.31, 0.33],
    bounce: [0.2, 0.19, 0.17],
    lamps: [
      { position: [-1.5, 3, 2.7], color: [2.1, 2, 1.8] },
      { position: [2, 4.4, 2.7], color: [2.1, 2, 1.8] },
      { position: [0.6, 8, 2.5], color: [2.6, 2.7, 2.9] },
    ],
    exposure: 1.35,
    haze: [0.5, 0.5, 0.5],
    hazePerMetre: 0.001,
    monochrome: false,
  },
};

const night: Light = {
  noise: 2.8,
  lighting: {
    sun: null,
    sunColor: [0, 0, 0],
    sky: [0.02, 0.02, 0.02],
    bounce: [0.012, 0.012, 0.012],
    lamps: [{ position: [1.5, 0.1, 2.55], color: [26, 26, 26], besideCamera: true }],
    exposure: 1.4,
    haze: [0.02, 0.02, 0.02],
    hazePerMetre: 0.01,
    monochrome: true,
  },
};

const frame = plaster([0.5, 0.5, 0.48]);
const wall: Paint = ([x, , z], _face, color) => {
  const base: Vec3 = z < 1 ? [0.3, 0.33, 0.33] : [0.55, 0.54, 0.5];
  const joint = Math.abs(z - 1) < 0.03 ? 0.6 : 1;
  const sign = x > 0.95 && x < 1.25 && z > 1.35 && z < 1.6 ? 0.35 : 1;
  for (let channel = 0; channel < 3; channel += 1) color[channel] = base[channel]! * joint * sign;
};
const shelves: Paint = ([x, , z], _face, color) => {
  const board = z % 0.42 < 0.05;
  const thing = 0.2 + 0.5 * Math.abs(Math.sin(Math.floor(x * 5) * 7.3 + Math.floor(z / 0.42) * 3.1));
  for (let channel = 0; channel < 3; channel += 1) color[channel] = board ? 0.3 : thing * [0.5, 0.42, 0.36][channel]!;
};

const boxes: Box[] = [
  { min: [-6, opening.front, 0], max: [opening.left, opening.back, 2.9], paint: wall },
  { min: [opening.right, opening.front, 0], max: [6, opening.back, 2.9], paint: wall },
  { min: [opening.left, opening.front, opening.top], max: [opening.right, opening.back, 2.9], paint: wall },
  { min: [opening.left - 0.07, 5.96, 0], max: [opening.left, 6.18, 2.12], paint: frame },
  { min: [opening.right, 5.96, 0], max: [opening.right + 0.07, 6.18, 2.12], paint: frame },
  { min: [opening.left - 0.07, 5.96, opening.top], max: [opening.right + 0.07, 6.18, 2.12], paint: frame },
  { min: [-3, 9.4, 0], max: [3, 9.6, 2.9], paint: shelves },
  { min: [-3.1, 6.16, 0], max: [-2.9, 9.6, 2.9], paint: wall },
  { min: [2.9, 6.16, 0], max: [3.1, 9.6, 2.9], paint: wall },
  { min: [-6.2, -2, 0], max: [-6, 6, 2.9], paint: wall },
  { min: [6, -2, 0], max: [6.2, 6, 2.9], paint: wall },
  { min: [-6, -2, 2.9], max: [6, 9.6, 3], paint: plaster([0.6, 0.6, 0.6]), castsNoShadow: true },
  { min: [-2.6, 5.4, 0], max: [-1.7, 5.9, 0.75], paint: plaster([0.25, 0.16, 0.09]) },
];

/** Wood with two fields and a handle. */
const leafPaint: MeshPaint = ([u, , v], _normal, color) => {
  const inField = u > 0.16 && u < 0.84 && ((v > 0.1 && v < 0.44) || (v > 0.54 && v < 0.92));
  const handle = u > 0.86 && u < 0.95 && Math.abs(v - 0.49) < 0.022;
  const grain = 0.9 + 0.1 * Math.sin(u * 60 + Math.sin(v * 9) * 3);
  const base = handle ? 0.75 : (inField ? 0.36 : 0.46) * grain;
  const tint: Vec3 = handle ? [1, 1, 1] : [1, 0.72, 0.45];
  for (let channel = 0; channel < 3; channel += 1) color[channel] = base * tint[channel]!;
  return 0.04;
};

const cratePaint: MeshPaint = ([u, , v], _normal, color) => {
  const slat = v % 0.25 < 0.04 || u < 0.06 || u > 0.94 ? 0.5 : 1;
  for (let channel = 0; channel < 3; channel += 1) color[channel] = [0.36, 0.4, 0.2][channel]! * slat;
  return 0;
};

const openAt = (timeS: number): number => travelled(doorPlan, timeS);

function leaf(timeS: number): Instance[] {
  const angle = openAt(timeS) * wideOpen;
  const width = opening.right - opening.left;
  const along: Vec3 = [Math.cos(angle) * width, Math.sin(angle) * width, 0];
  return board({ from: [opening.left, 6.08, 0.01], along, up: [0, 0, opening.top - 0.02] }, leafPaint);
}

const isCrateThere = (timeS: number): boolean => timeS >= crate.fromS && timeS < crate.toS;

function doorAt(timeS: number): DoorTruth {
  const share = openAt(timeS);
  if (share > 0.1 && isCrateThere(timeS)) return 'blocked';
  return share < 0.06 ? 'closed' : share > 0.8 ? 'open' : 'ajar';
}

function poses(timeS: number): { id: string; look: PersonAppearance; pose: PersonPose }[] {
  return walks.flatMap(({ id, look, path, plan }) => {
    if (timeS < plan[0]![0] || timeS > plan.at(-1)![0]) return [];
    const walked = travelled(plan, timeS);
    const place = path.at(Math.min(walked, path.lengthM - 0.001));
    if (place === null) return [];
    const stride = Math.abs(travelled(plan, timeS + 0.1) - walked) > 0.02 ? 1 : 0;
    const isBack = travelled(plan, timeS + 0.1) < walked;
    return [{ id, look, pose: { ...place, heading: place.heading + (isBack ? Math.PI : 0), walked, stride } }];
  });
}

const cameraOf = (width: number, height: number): Camera =>
  createCamera({ position: [1.5, -0.1, 2.5], target: [-0.15, 6, 1.05], horizontalFovDeg: 56, width, height });

/** A picture of width 1 and height 1. */
const unit = (() => {
  const camera = cameraOf(16, 9);
  return (point: Vec3): { x: number; y: number } => {
    const offset = point.map((value, axis) => value - camera.position[axis]!) as unknown as Vec3;
    const along = (axis: Vec3): number => offset[0] * axis[0] + offset[1] * axis[1] + offset[2] * axis[2];
    const depth = Math.max(0.3, along(camera.forward));
    const [x, y] = [along(camera.right), along(camera.down)].map((at) => (camera.focal * at) / depth);
    return { x: 0.5 + x! / 16, y: 0.5 + y! / 9 };
  };
})();

const within = (value: number): number => Math.max(0, Math.min(1, value));

/** What of somebody is seen: behind the wall only what shows through the opening. */
function boxOf({ height }: PersonAppearance, { x, y }: PersonPose): Part | null {
  const corners = [0, height * 1.03].flatMap((z) =>
    [-0.3, 0.3].flatMap((dx) => [-0.25, 0.25].map((dy) => unit([x + dx, y + dy, z]))),
  );
  let [left, right] = [Math.min(...corners.map((at) => at.x)), Math.max(...corners.map((at) => at.x))];
  if (y > opening.back) {
    left = Math.max(left, unit([opening.left, opening.back, 0]).x);
    right = Math.min(right, unit([opening.right, opening.front, 0]).x);
  }
  const [top, bottom] = [Math.min(...corners.map((at) => at.y)), Math.max(...corners.map((at) => at.y))];
  const box = { x: within(left), y: within(top), width: 0, height: within(bottom) - within(top) };
  box.width = within(right) - box.x;
  return box.width < 0.01 || box.height < 0.03 ? null : box;
}

const area = [
  unit([opening.left, opening.front, opening.top]),
  unit([opening.right, opening.front, opening.top]),
  unit([opening.right, opening.front, 0]),
  unit([opening.left, opening.front, 0]),
];

/** A corridor with a door by which people come and go, that is held open, left ajar and blocked by a crate; by day or by infrared light. */
export const doorwayScene = (light: 'day' | 'night'): DoorwayScene => ({
  id: `doorway-${light}`,
  durationS,
  ...(light === 'day' ? day : night),
  trees: [],
  parked: [],
  world: {
    boxes,
    ground: ([x, y], _face, color) => slabs(x, y, { size: 0.6, base: [0.33, 0.32, 0.3], color }),
    sky: (_direction, color) => color.fill(0.02),
  },
  camera: cameraOf,
  contentAt: (timeS) => ({
    objects: [
      leaf(timeS),
      ...(isCrateThere(timeS) ? [standingBox({ min: [-0.3, 5.7, 0], max: [0.35, 6.2, 0.8] }, cratePaint)] : []),
      ...poses(timeS).map(({ look, pose }) => personParts(look, pose)),
    ],
    flares: [],
  }),
  doorAt,
  openAt,
  peopleAt: (timeS) =>
    poses(timeS).flatMap(({ id, look, pose }) => {
      const box = boxOf(look, pose);
      return box === null ? [] : [{ id, box }];
    }),
  area,
});

/** When the clip begins in the scene by day: somebody comes out, and the door is held open from 5 to 34 s of it. */
const clipFromS = 36;

/** Forty seconds of it, to be played again and again. */
export const doorwayClip: Scene = {
  ...doorwayScene('day'),
  id: 'doorway',
  durationS: 40,
  contentAt: (timeS) => doorwayScene('day').contentAt(timeS + clipFromS),
};
