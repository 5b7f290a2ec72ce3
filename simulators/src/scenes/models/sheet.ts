import { gridMesh } from '../render/mesh.ts';
import type { MeshPaint } from '../render/mesh.ts';
import type { Instance } from '../render/rasterizer.ts';
import { add, cross, normalize, scale } from '../render/vector.ts';
import type { Vec3 } from '../render/vector.ts';

const steps = 8;

/** A flat piece from (0, 0, 0) to (1, 0, 1). */
const flat = gridMesh(
  Array.from({ length: steps + 1 }, (_, row) =>
    Array.from({ length: steps + 1 }, (__, column): Vec3 => [column / steps, 0, row / steps]),
  ),
  false,
);

/** Both sides of a thin board that begins at `from` and reaches as far as `along` and `up`. */
export function board(
  { from, along, up, thick = 0.04 }: { from: Vec3; along: Vec3; up: Vec3; thick?: number },
  paint: MeshPaint,
): Instance[] {
  const out = normalize(cross(along, up));
  return [1, -1].map((side) => ({
    mesh: flat,
    paint,
    placement: { x: along, y: scale(out, side), z: up, origin: add(from, scale(out, (side * thick) / 2)) },
  }));
}

/** The sides and the top of a box that stands on the ground. */
export function standingBox({ min, max }: { min: Vec3; max: Vec3 }, paint: MeshPaint): Instance[] {
  const [wide, deep, high] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const up: Vec3 = [0, 0, high];
  const thick = 0;
  return [
    ...board({ from: min, along: [wide, 0, 0], up, thick }, paint),
    ...board({ from: [min[0], max[1], min[2]], along: [wide, 0, 0], up, thick }, paint),
    ...board({ from: min, along: [0, deep, 0], up, thick }, paint),
    ...board({ from: [max[0], min[1], min[2]], along: [0, deep, 0], up, thick }, paint),
    ...board({ from: [min[0], min[1], max[2]], along: [wide, 0, 0], up: [0, deep, 0], thick }, paint),
  ];
}
