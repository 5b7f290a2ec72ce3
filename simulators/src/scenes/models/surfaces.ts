import type { Paint } from '../render/box-world.ts';
import type { Color } from '../render/lighting.ts';
import { cloudNoise, hash2, valueNoise } from '../render/noise.ts';
import type { Vec3 } from '../render/vector.ts';

function set(color: Color, base: Vec3, by: number): void {
  color[0] = base[0] * by;
  color[1] = base[1] * by;
  color[2] = base[2] * by;
}

/** One colour with slight stains. */
export function plaster(base: Vec3): Paint {
  return ([x, y, z], face, color) =>
    set(color, base, 0.86 + 0.24 * cloudNoise((face === 0 ? y : x) * 0.7, z * 0.7 + face * 9));
}

/** Asphalt: fine grain, darker tracks, a few patches and cracks. */
export function asphalt(x: number, y: number, color: Color): void {
  const grain = 0.82 + 0.36 * hash2(Math.floor(x * 60), Math.floor(y * 60));
  const stain = 0.82 + 0.36 * cloudNoise(x * 0.35, y * 0.12);
  set(color, [0.085, 0.084, 0.087], grain * stain);
}

/** Concrete slabs of a size with joints. */
export function slabs(x: number, y: number, plan: { size: number; base: Vec3; color: Color }): void {
  const [u, v] = [x / plan.size, y / plan.size];
  const [fu, fv] = [u - Math.floor(u), v - Math.floor(v)];
  const joint = fu < 0.02 || fv < 0.02 ? 0.62 : 1;
  const tone = 0.88 + 0.2 * hash2(Math.floor(u), Math.floor(v)) + 0.12 * (cloudNoise(x, y) - 0.5);
  set(plan.color, plan.base, joint * tone);
}

export function grass(x: number, y: number, color: Color): void {
  const blade = 0.65 + 0.7 * hash2(Math.floor(x * 25), Math.floor(y * 25));
  set(color, [0.07, 0.12, 0.035], blade * (0.7 + 0.6 * cloudNoise(x * 0.5, y * 0.5)));
}

export interface FacadePlan {
  wall: Vec3;
  /** Metres between windows and between floors. */
  bay: number;
  floor: number;
  /** Height of the ground floor with its wide windows; 0 for none. */
  shop: number;
  brick?: boolean;
  /** Share of windows with light behind them. */
  lit?: number;
}

function brickTone(u: number, z: number): number {
  const row = Math.floor(z / 0.075);
  const column = Math.floor(u / 0.23 + (row % 2) * 0.5);
  const joint = z / 0.075 - row < 0.13 ? 1.25 : 1;
  return joint * (0.8 + 0.4 * hash2(column, row));
}

function glass(color: Color, [u, z]: [number, number], bright: boolean): void {
  if (bright) {
    set(color, [1.5, 1.2, 0.75], 0.6 + 0.4 * valueNoise(u * 3, z * 3));
    return;
  }
  const mirrored = 0.6 + 0.9 * cloudNoise(u * 0.25 + 7, z * 0.3);
  set(color, [0.07, 0.09, 0.115], mirrored);
}

/** Paint of a house front: walls, windows with frames and sills, shop windows below. */
export function facade(plan: FacadePlan): Paint {
  return ([x, y, z], face, color) => {
    if (face === 2) {
      set(color, [0.2, 0.2, 0.2], 1);
      return;
    }
    const u = face === 0 ? y : x;
    const tone = plan.brick ? brickTone(u, z) : 0.92 + 0.14 * cloudNoise(u * 0.8, z * 0.8);
    if (z < plan.shop) {
      const at = u / (plan.bay * 2) - Math.floor(u / (plan.bay * 2));
      if (z > plan.shop - 0.55) set(color, [0.16, 0.09, 0.07], 0.8 + 0.5 * hash2(Math.floor(u / (plan.bay * 2)), 3));
      else if (at > 0.06 && at < 0.94 && z > 0.45)
        glass(color, [u, z], hash2(Math.floor(u / (plan.bay * 2)), 8) < (plan.lit ?? 0));
      else set(color, [0.12, 0.12, 0.125], tone);
      return;
    }
    const column = Math.floor(u / plan.bay);
    const level = Math.floor((z - plan.shop) / plan.floor);
    const across = (u / plan.bay - column) * plan.bay;
    const up = z - plan.shop - level * plan.floor;
    const inFrame = across > plan.bay * 0.26 && across < plan.bay * 0.74 && up > 0.85 && up < 2.45;
    const inGlass =
      across > plan.bay * 0.29 &&
      across < plan.bay * 0.71 &&
      up > 0.93 &&
      up < 2.37 &&
      Math.abs(across - plan.bay * 0.5) > 0.035 &&
      Math.abs(up - 1.85) > 0.03;
    if (inGlass) glass(color, [u, z], hash2(column, level * 7 + 1) < (plan.lit ?? 0));
    else if (inFrame) set(color, [0.6, 0.59, 0.56], 1);
    else if (up > 0.74 && up <= 0.85 && across > plan.bay * 0.22 && across < plan.bay * 0.78)
      set(color, [0.45, 0.44, 0.42], 1);
    else set(color, plan.wall, tone * (up < 0.08 ? 0.8 : 1));
  };
}
