import { cross, normalize, subtract } from './vector.ts';
import type { Vec3 } from './vector.ts';

/** A pinhole camera; picture coordinates in pixels from the top left. */
export interface Camera {
  position: Vec3;
  right: Vec3;
  down: Vec3;
  forward: Vec3;
  /** Focal length in pixels. */
  focal: number;
  width: number;
  height: number;
}

export function createCamera(plan: {
  position: Vec3;
  target: Vec3;
  horizontalFovDeg: number;
  width: number;
  height: number;
}): Camera {
  const forward = normalize(subtract(plan.target, plan.position));
  const right = normalize(cross(forward, [0, 0, 1]));
  return {
    position: plan.position,
    right,
    down: cross(forward, right),
    forward,
    focal: plan.width / 2 / Math.tan((plan.horizontalFovDeg * Math.PI) / 360),
    width: plan.width,
    height: plan.height,
  };
}
