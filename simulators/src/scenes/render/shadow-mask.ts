import type { Camera } from './camera.ts';
import type { Instance, Rect } from './rasterizer.ts';
import type { Vec3 } from './vector.ts';

/** Shadow on the ground at a quarter of the picture's resolution: how dark (0..255) and how far away the ground is. */
export interface ShadowMask {
  width: number;
  height: number;
  dark: Uint8Array;
  depth: Float32Array;
}

export const shadowStep = 4;

export function createShadowMask(width: number, height: number): ShadowMask {
  const [columns, rows] = [Math.ceil(width / shadowStep), Math.ceil(height / shadowStep)];
  return {
    width: columns,
    height: rows,
    dark: new Uint8Array(columns * rows),
    depth: new Float32Array(columns * rows),
  };
}

function onGround(instance: Instance, index: number, towards: Vec3): Vec3 {
  const { positions } = instance.mesh;
  const { x, y, z, origin } = instance.placement;
  const [px, py, pz] = [positions[index * 3]!, positions[index * 3 + 1]!, positions[index * 3 + 2]!];
  const height = Math.max(0, origin[2] + x[2] * px + y[2] * py + z[2] * pz);
  const shift = height / Math.max(0.15, towards[2]);
  return [
    origin[0] + x[0] * px + y[0] * py + z[0] * pz - towards[0] * shift,
    origin[1] + x[1] * px + y[1] * py + z[1] * pz - towards[1] * shift,
    0,
  ];
}

function project(camera: Camera, point: Vec3): Vec3 {
  const [ox, oy, oz] = [point[0] - camera.position[0], point[1] - camera.position[1], point[2] - camera.position[2]];
  const depth = ox * camera.forward[0] + oy * camera.forward[1] + oz * camera.forward[2];
  return [
    (camera.width / 2 + (camera.focal * (ox * camera.right[0] + oy * camera.right[1] + oz * camera.right[2])) / depth) /
      shadowStep,
    (camera.height / 2 + (camera.focal * (ox * camera.down[0] + oy * camera.down[1] + oz * camera.down[2])) / depth) /
      shadowStep,
    depth,
  ];
}

function fill(mask: ShadowMask, corners: [Vec3, Vec3, Vec3], dark: number): void {
  const [a, b, c] = corners;
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (Math.abs(area) < 1e-6) return;
  const bottom = Math.min(mask.height - 1, Math.ceil(Math.max(a[1], b[1], c[1])));
  const right = Math.min(mask.width - 1, Math.ceil(Math.max(a[0], b[0], c[0])));
  const depth = (a[2] + b[2] + c[2]) / 3;
  for (let y = Math.max(0, Math.floor(Math.min(a[1], b[1], c[1]))); y <= bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(Math.min(a[0], b[0], c[0]))); x <= right; x += 1) {
      const wb = ((x + 0.5 - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y + 0.5 - a[1])) / area;
      const wc = ((b[0] - a[0]) * (y + 0.5 - a[1]) - (x + 0.5 - a[0]) * (b[1] - a[1])) / area;
      if (wb < 0 || wc < 0 || wb + wc > 1) continue;
      mask.dark[y * mask.width + x] = Math.max(mask.dark[y * mask.width + x]!, dark);
      mask.depth[y * mask.width + x] = depth;
    }
  }
}

/** Adds the shadow that an instance throws on the ground from a light in direction `towards`; returns touched pixels. */
export function castShadow(
  mask: ShadowMask,
  camera: Camera,
  cause: { instance: Instance; towards: Vec3; dark: number },
): Rect {
  const { instance, towards } = cause;
  const bounds: Rect = { left: Infinity, top: Infinity, right: -1, bottom: -1 };
  const count = instance.mesh.positions.length / 3;
  const points = Array.from({ length: count }, (_, index) => project(camera, onGround(instance, index, towards)));
  const { indices } = instance.mesh;
  for (let at = 0; at < indices.length; at += 3) {
    const corners: [Vec3, Vec3, Vec3] = [points[indices[at]!]!, points[indices[at + 1]!]!, points[indices[at + 2]!]!];
    if (corners.some((corner) => corner[2] < 0.5)) continue;
    fill(mask, corners, cause.dark);
    for (const [x, y] of corners) {
      bounds.left = Math.min(bounds.left, x * shadowStep - 6);
      bounds.right = Math.max(bounds.right, x * shadowStep + 7);
      bounds.top = Math.min(bounds.top, y * shadowStep - 6);
      bounds.bottom = Math.max(bounds.bottom, y * shadowStep + 7);
    }
  }
  return bounds;
}

/** Softens the mask's edges: one box blur in each direction. */
export function soften(mask: ShadowMask): void {
  for (const step of [1, mask.width]) {
    const before = Uint8Array.from(mask.dark);
    for (let at = mask.width + 1; at < before.length - mask.width - 1; at += 1) {
      const around = before[at - step]! + before[at]! + before[at + step]!;
      if (around > 0) mask.dark[at] = around / 3;
    }
  }
}

/** Darkness 0..1 at a picture point, blended between mask cells so that edges are soft. */
export function darknessAt(mask: ShadowMask, x: number, y: number): number {
  const mx = Math.max(0, Math.min(mask.width - 1.001, x / shadowStep - 0.5));
  const my = Math.max(0, Math.min(mask.height - 1.001, y / shadowStep - 0.5));
  const [left, top] = [Math.floor(mx), Math.floor(my)];
  const [fx, fy] = [mx - left, my - top];
  const at = top * mask.width + left;
  const upper = mask.dark[at]! * (1 - fx) + mask.dark[at + 1]! * fx;
  const lower = mask.dark[at + mask.width]! * (1 - fx) + mask.dark[at + mask.width + 1]! * fx;
  return (upper * (1 - fy) + lower * fy) / 255;
}
