import type { BoxWorld } from './render/box-world.ts';
import type { Camera } from './render/camera.ts';
import type { FrameContent } from './render/compositor.ts';
import type { Lighting } from './render/lighting.ts';
import type { Instance } from './render/rasterizer.ts';
import type { Tree } from './models/foliage.ts';

/** A place with a camera, drawn by our own code; it repeats without a seam after `durationS`. */
export interface Scene {
  id: string;
  durationS: number;
  /** Sensor noise in grey steps. */
  noise: number;
  lighting: Lighting;
  world: BoxWorld;
  trees: Tree[];
  /** Objects that never move. */
  parked: Instance[][];
  camera(width: number, height: number): Camera;
  contentAt(timeS: number): FrameContent;
}

/** Seconds since `startS` in a scene that repeats: always 0 <= result < durationS. */
export function since(timeS: number, startS: number, durationS: number): number {
  const away = (timeS - startS) % durationS;
  return away < 0 ? away + durationS : away;
}
