import type { Color } from '../render/lighting.ts';
import { ballMesh, gridMesh } from '../render/mesh.ts';
import type { Mesh, MeshPaint } from '../render/mesh.ts';
import type { Instance, Placement } from '../render/rasterizer.ts';
import { scale } from '../render/vector.ts';
import type { Vec3 } from '../render/vector.ts';
import { plateMesh, platePaint } from './plate.ts';

/** Outline of a kind of car, metres; the front looks towards -y, the ground is z 0. */
interface CarShape {
  length: number;
  width: number;
  /** Side view from front to back: [y, z of the upper edge]. */
  profile: [number, number][];
  /** Side windows between these, front to back, with pillars in between. */
  windows: [number, number][];
  belt: number;
  roof: number;
}

const shapes = {
  saloon: {
    length: 4.6,
    width: 1.82,
    belt: 0.93,
    roof: 1.45,
    windows: [
      [-0.62, 0.22],
      [0.3, 1.2],
    ],
    profile: [
      [-2.3, 0.62],
      [-2.2, 0.76],
      [-1.4, 0.88],
      [-1, 0.94],
      [-0.25, 1.36],
      [0.2, 1.45],
      [0.9, 1.42],
      [1.75, 1.03],
      [2.15, 0.99],
      [2.3, 0.84],
    ],
  },
  estate: {
    length: 4.5,
    width: 1.84,
    belt: 0.98,
    roof: 1.55,
    windows: [
      [-0.6, 0.2],
      [0.28, 1.1],
      [1.18, 1.85],
    ],
    profile: [
      [-2.25, 0.66],
      [-2.15, 0.82],
      [-1.4, 0.95],
      [-1, 1.01],
      [-0.3, 1.46],
      [0.2, 1.55],
      [1.5, 1.52],
      [2.05, 1.1],
      [2.2, 0.98],
      [2.25, 0.85],
    ],
  },
  van: {
    length: 5.2,
    width: 1.98,
    belt: 1.15,
    roof: 2.1,
    windows: [[-1.65, -0.85]],
    profile: [
      [-2.6, 0.8],
      [-2.5, 1.0],
      [-2.1, 1.2],
      [-1.75, 1.35],
      [-1.1, 1.95],
      [-0.6, 2.1],
      [1.5, 2.12],
      [2.45, 2.08],
      [2.55, 1.9],
      [2.6, 1.2],
    ],
  },
} satisfies Record<string, CarShape>;

export type CarKind = keyof typeof shapes;

const floorValue = 0.22;

function upperEdge(shape: CarShape, y: number): number {
  const after = shape.profile.findIndex(([at]) => at >= y);
  if (after <= 0) return shape.profile[after === 0 ? 0 : shape.profile.length - 1]![1];
  const [y0, z0] = shape.profile[after - 1]!;
  const [y1, z1] = shape.profile[after]!;
  return z0 + ((z1 - z0) * (y - y0)) / (y1 - y0);
}

function section(shape: CarShape, y: number, squeeze: number): Vec3[] {
  const top = upperEdge(shape, y);
  const middle = (top + floorValue) / 2;
  const half = (top - floorValue) / 2;
  return Array.from({ length: 28 }, (_, index): Vec3 => {
    const turn = (2 * Math.PI * index) / 28 - Math.PI / 2;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const z = middle + half * squeeze * Math.sign(sin) * Math.abs(sin) ** 0.42;
    const lean =
      z > shape.belt ? 1 - 0.24 * ((z - shape.belt) / (shape.roof - shape.belt)) : 1 - 0.05 * Math.max(0, 0.5 - z);
    return [(shape.width / 2) * Math.sign(cos) * Math.abs(cos) ** 0.28 * lean * (0.55 + 0.45 * squeeze), y, z];
  });
}

function bodyMesh(shape: CarShape): Mesh {
  const half = shape.length / 2;
  const rows: Vec3[][] = [section(shape, -half, 0.02)];
  for (let step = 0; step <= 30; step += 1) {
    const y = -half + (shape.length * step) / 30;
    const end = Math.min(1, (half - Math.abs(y)) / 0.22);
    rows.push(section(shape, y, 0.8 + 0.2 * Math.sqrt(1 - (1 - end) ** 2)));
  }
  rows.push(section(shape, half, 0.02));
  return gridMesh(rows, true);
}

function wheelMesh(): Mesh {
  const outline: [number, number][] = [
    [0.01, -0.11],
    [0.31, -0.11],
    [0.335, -0.08],
    [0.335, 0.08],
    [0.31, 0.11],
    [0.01, 0.11],
  ];
  return gridMesh(
    outline.map(([radius, x]) =>
      Array.from({ length: 20 }, (_, side): Vec3 => {
        const turn = (2 * Math.PI * side) / 20;
        return [x, radius * Math.cos(turn), radius * Math.sin(turn)];
      }),
    ),
    true,
  );
}

const mirror = ballMesh(6, 8);
const bodies = new Map<CarKind, Mesh>();
const wheel = wheelMesh();

function bodyOf(kind: CarKind): Mesh {
  const known = bodies.get(kind) ?? bodyMesh(shapes[kind]);
  bodies.set(kind, known);
  return known;
}

const tyrePaint: MeshPaint = ([, y, z], normal, color) => {
  const radius = Math.hypot(y, z);
  const spoke = radius < 0.23 && Math.abs(normal[0]) > 0.5 && (Math.atan2(z, y) * 5) % (2 * Math.PI) > 0;
  const light = radius < 0.24 ? (spoke ? 0.2 : 0.05) : 0.02;
  color[0] = light;
  color[1] = light;
  color[2] = light;
  return 0;
};

export interface CarAppearance {
  kind: CarKind;
  color: Vec3;
  plate: string;
  /** Lamps shine by themselves, as at night. */
  lampsOn?: boolean;
  braking?: boolean;
}

function set(color: Color, value: Vec3): void {
  color[0] = value[0];
  color[1] = value[1];
  color[2] = value[2];
}

function isGlass(shape: CarShape, point: Vec3): boolean {
  const [x, y, z] = point;
  if (z < shape.belt + 0.04 || z > upperEdge(shape, y) - (Math.abs(x) < shape.width * 0.34 ? -0.1 : 0.1)) return false;
  const side = Math.abs(x) > shape.width * 0.35;
  if (side)
    return z < shape.roof - 0.12 && shape.windows.some(([from, to]) => y > from + (z - shape.belt) * 0.55 && y < to);
  const slope = (upperEdge(shape, y + 0.05) - upperEdge(shape, y - 0.05)) / 0.1;
  return Math.abs(slope) > 0.35 && Math.abs(x) < shape.width * 0.38;
}

function paintEnds(look: CarAppearance, point: Vec3, color: Color): number | null {
  const shape: CarShape = shapes[look.kind];
  const [x, y, z] = point;
  const half = shape.length / 2;
  const across = Math.abs(x) / (shape.width / 2);
  if (y < -half + 0.3 && z > 0.6 && z < 0.78 && across > 0.52 && across < 0.95) {
    const reflector = Math.hypot((across - 0.73) * 1.2, (z - 0.69) / 0.3) < 0.17;
    if (look.lampsOn) set(color, [6, 5.6, 4.8]);
    else set(color, reflector ? [0.75, 0.77, 0.8] : [0.16, 0.17, 0.18]);
    return look.lampsOn ? -1 : 0.7;
  }
  if (y < -half + 0.12 && z > 0.42 && z < 0.66 && across < 0.46) {
    const bar = (z * 22) % 1 > 0.35 ? 0.02 : 0.2;
    set(color, [bar, bar, bar]);
    return 0.2;
  }
  if (y > half - 0.3 && z > 0.7 && z < 0.9 && across > 0.6) {
    const glow = look.braking ? 3.2 : look.lampsOn ? 1.1 : 0;
    set(color, [0.26 + glow, 0.012 + glow * 0.06, 0.012 + glow * 0.05]);
    return glow > 0 ? -1 : 0.5;
  }
  return null;
}

function bodyPaint(look: CarAppearance): MeshPaint {
  const shape: CarShape = shapes[look.kind];
  const axle = shape.length * 0.3;
  return (point, normal, color) => {
    const [x, y, z] = point;
    if (isGlass(shape, point)) {
      set(color, [0.02, 0.025, 0.03]);
      return 0.45;
    }
    const end = paintEnds(look, point, color);
    if (end !== null) return end;
    const arch = Math.abs(x) > shape.width * 0.36 && Math.hypot(Math.abs(y) - axle, z - 0.34) < 0.39;
    if (arch || z < 0.34) {
      set(color, [0.018, 0.018, 0.02]);
      return 0.05;
    }
    const seam = Math.abs(normal[2]) < 0.6 && [-0.75, 0.26, 1.22].some((at) => Math.abs(y - at) < 0.012) && z > 0.4;
    const bonnet = Math.abs(normal[2]) > 0.5 && y < -0.9 && Math.abs(Math.abs(x) - 0.6) < 0.014;
    const bumper = z < 0.56 && Math.abs(y) > shape.length / 2 - 0.5 && Math.abs(z - 0.55) < 0.014;
    const shade = seam || bonnet || bumper ? 0.35 : 1;
    set(color, [look.color[0] * shade, look.color[1] * shade, look.color[2] * shade]);
    return 0.55;
  };
}

/** Where a car stands: position of its middle on the ground, and the direction of travel in the plane. */
export interface CarPose {
  x: number;
  y: number;
  /** Radians; 0 drives towards -y (towards the viewer), pi away. */
  heading: number;
  /** Distance driven, turns the wheels. */
  travelled: number;
}

function placed(pose: CarPose, offset: Vec3): Placement {
  const [cos, sin] = [Math.cos(pose.heading), Math.sin(pose.heading)];
  return {
    x: [cos, sin, 0],
    y: [-sin, cos, 0],
    z: [0, 0, 1],
    origin: [pose.x + cos * offset[0] - sin * offset[1], pose.y + sin * offset[0] + cos * offset[1], offset[2]],
  };
}

function rolling(placement: Placement, angle: number): Placement {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const { y, z } = placement;
  return {
    ...placement,
    y: [y[0] * cos + z[0] * sin, y[1] * cos + z[1] * sin, y[2] * cos + z[2] * sin],
    z: [z[0] * cos - y[0] * sin, z[1] * cos - y[1] * sin, z[2] * cos - y[2] * sin],
  };
}

function mirrors(look: CarAppearance, pose: CarPose, shape: CarShape): Instance[] {
  const paint: MeshPaint = (_point, normal, color) => {
    set(color, normal[1] > 0.7 ? [0.05, 0.06, 0.07] : look.color);
    return 0.5;
  };
  return [-1, 1].map((side) => {
    const { x, y, z, origin } = placed(pose, [side * (shape.width / 2 + 0.06), -0.72, shape.belt + 0.1]);
    return {
      mesh: mirror,
      paint,
      castsNoShadow: true,
      placement: { x: scale(x, 0.13), y: scale(y, 0.08), z: scale(z, 0.085), origin },
    };
  });
}

/** A plate is read from -y of its own space; at the rear it is turned around. */
function plates(look: CarAppearance, pose: CarPose, shape: CarShape): Instance[] {
  const paint = platePaint(look.plate);
  const back = placed(pose, [0, shape.length / 2 + 0.03, look.kind === 'van' ? 0.75 : 0.62]);
  const turned: Placement = { ...back, x: [-back.x[0], -back.x[1], 0], y: [-back.y[0], -back.y[1], 0] };
  return [
    { mesh: plateMesh, paint, placement: placed(pose, [0, -shape.length / 2 - 0.03, 0.47]), castsNoShadow: true },
    { mesh: plateMesh, paint, placement: turned, castsNoShadow: true },
  ];
}

/** All parts of a car. */
export function carParts(look: CarAppearance, pose: CarPose): Instance[] {
  const shape: CarShape = shapes[look.kind];
  const wheels = [-1, 1].flatMap((side) =>
    [-1, 1].map((end): Instance => ({
      mesh: wheel,
      paint: tyrePaint,
      castsNoShadow: true,
      placement: rolling(
        placed(pose, [side * (shape.width / 2 - 0.1), end * shape.length * 0.3, 0.335]),
        pose.travelled / 0.335,
      ),
    })),
  );
  return [
    { mesh: bodyOf(look.kind), paint: bodyPaint(look), placement: placed(pose, [0, 0, 0]) },
    ...wheels,
    ...mirrors(look, pose, shape),
    ...plates(look, pose, shape),
  ];
}

/** Where the head lamps of a car are. */
export function headLamps(look: CarAppearance, pose: CarPose): Vec3[] {
  const shape = shapes[look.kind];
  return [-1, 1].map((side) => placed(pose, [side * shape.width * 0.36, -shape.length / 2, 0.68]).origin);
}
