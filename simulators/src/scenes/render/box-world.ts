import type { Color } from './lighting.ts';
import type { Vec3 } from './vector.ts';

/** Paints the albedo of a point on a face; `face` is the axis of the normal (0, 1, 2). */
export type Paint = (point: Vec3, face: number, color: Color) => void;

export interface Box {
  min: Vec3;
  max: Vec3;
  paint: Paint;
  /** Leaves a lamp's own housing out of its shadow. */
  castsNoShadow?: boolean;
  /** Only throws a shadow: what is drawn in its place comes later (leaves). */
  shadowOnly?: boolean;
  /** Light of its own (windows, lamps), added to the reflected light. */
  glow?: Vec3;
}

/** A still world of axis-aligned boxes on a ground plane. */
export interface BoxWorld {
  boxes: Box[];
  ground: Paint;
  sky: (direction: Vec3, color: Color) => void;
}

export interface Hit {
  distance: number;
  /** Index of the box, -1 for the ground, -2 for nothing. */
  index: number;
  face: number;
  sign: number;
}

/** Boxes as flat numbers: six per box, so that a ray runs through them without property lookups. */
export function flatten(boxes: Box[]): Float64Array {
  return Float64Array.from(boxes.flatMap((box) => [...box.min, ...box.max]));
}

/** Nearest hit of a ray with the boxes and the ground, into `hit`. */
export function cast(flat: Float64Array, ray: { from: Vec3; to: Vec3 }, hit: Hit): void {
  const [ox, oy, oz] = ray.from;
  const ix = 1 / (ray.to[0] || 1e-9);
  const iy = 1 / (ray.to[1] || 1e-9);
  const iz = 1 / (ray.to[2] || 1e-9);
  hit.distance = iz < 0 ? -oz * iz : Infinity;
  hit.index = iz < 0 ? -1 : -2;
  hit.face = 2;
  hit.sign = 1;
  for (let at = 0, index = 0; at < flat.length; at += 6, index += 1) {
    const x0 = (flat[at]! - ox) * ix;
    const x1 = (flat[at + 3]! - ox) * ix;
    const y0 = (flat[at + 1]! - oy) * iy;
    const y1 = (flat[at + 4]! - oy) * iy;
    const z0 = (flat[at + 2]! - oz) * iz;
    const z1 = (flat[at + 5]! - oz) * iz;
    const nx = x0 < x1 ? x0 : x1;
    const ny = y0 < y1 ? y0 : y1;
    const nz = z0 < z1 ? z0 : z1;
    const near = nx > ny ? (nx > nz ? nx : nz) : ny > nz ? ny : nz;
    const fx = x0 < x1 ? x1 : x0;
    const fy = y0 < y1 ? y1 : y0;
    const fz = z0 < z1 ? z1 : z0;
    const far = fx < fy ? (fx < fz ? fx : fz) : fy < fz ? fy : fz;
    if (near >= far || near <= 1e-4 || near >= hit.distance) continue;
    hit.distance = near;
    hit.index = index;
    hit.face = near === nx ? 0 : near === ny ? 1 : 2;
    hit.sign = (hit.face === 0 ? ix : hit.face === 1 ? iy : iz) > 0 ? -1 : 1;
  }
}

/** True when something stands between a point and `reach` metres along a direction. */
export function isBlocked(flat: Float64Array, ray: { from: Vec3; to: Vec3 }, reach: number): boolean {
  const [ox, oy, oz] = ray.from;
  const ix = 1 / (ray.to[0] || 1e-9);
  const iy = 1 / (ray.to[1] || 1e-9);
  const iz = 1 / (ray.to[2] || 1e-9);
  for (let at = 0; at < flat.length; at += 6) {
    const x0 = (flat[at]! - ox) * ix;
    const x1 = (flat[at + 3]! - ox) * ix;
    const y0 = (flat[at + 1]! - oy) * iy;
    const y1 = (flat[at + 4]! - oy) * iy;
    const z0 = (flat[at + 2]! - oz) * iz;
    const z1 = (flat[at + 5]! - oz) * iz;
    const near = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1));
    const far = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1));
    if (near < far && far > 1e-3 && near < reach) return true;
  }
  return false;
}
