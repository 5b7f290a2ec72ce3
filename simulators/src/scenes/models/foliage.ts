import type { Box } from '../render/box-world.ts';
import type { Camera } from '../render/camera.ts';
import { addHaze, develop, illuminate } from '../render/lighting.ts';
import type { Color, Lighting } from '../render/lighting.ts';
import { createRandom } from '../render/noise.ts';
import type { Still } from '../render/still.ts';
import { normalize } from '../render/vector.ts';
import type { Vec3 } from '../render/vector.ts';

export interface Tree {
  x: number;
  y: number;
  /** Height of the crown's middle, and its radius, metres. */
  crown: number;
  radius: number;
  seed: number;
  /** Leaf colour; a fresh green when absent. */
  leaf?: Vec3;
}

const leavesPerTree = 22_000;

/** Trunk and the shadow of the crown, to be traced with the rest of the world. */
export function treeBoxes(tree: Tree): Box[] {
  const random = createRandom(tree.seed);
  const bark = (_point: Vec3, _face: number, color: Color): void => {
    color[0] = 0.09;
    color[1] = 0.07;
    color[2] = 0.05;
  };
  const trunk: Box = {
    min: [tree.x - 0.13, tree.y - 0.13, 0],
    max: [tree.x + 0.13, tree.y + 0.13, tree.crown],
    paint: bark,
  };
  const shades = Array.from({ length: 11 }, (): Box => {
    const at = [0, 1, 2].map(() => (random() - 0.5) * 1.5 * tree.radius);
    const half = tree.radius * (0.14 + random() * 0.2);
    const middle: Vec3 = [tree.x + at[0]!, tree.y + at[1]!, tree.crown + at[2]! * 0.7];
    return {
      min: [middle[0] - half, middle[1] - half, middle[2] - half],
      max: [middle[0] + half, middle[1] + half, middle[2] + half],
      paint: bark,
      shadowOnly: true,
    };
  });
  return [trunk, ...shades];
}

interface Dab {
  point: Vec3;
  radius: number;
  packed: number;
}

function putDab(still: Still, camera: Camera, dab: Dab): void {
  const offset = [0, 1, 2].map((axis) => dab.point[axis]! - camera.position[axis]!);
  const along = (axis: Vec3): number => offset[0]! * axis[0] + offset[1]! * axis[1] + offset[2]! * axis[2];
  const depth = along(camera.forward);
  if (depth < 0.5) return;
  const cx = still.width / 2 + (camera.focal * along(camera.right)) / depth;
  const cy = still.height / 2 + (camera.focal * along(camera.down)) / depth;
  const radius = Math.max(0.7, (camera.focal * dab.radius) / depth);
  for (let y = Math.max(0, Math.ceil(cy - radius)); y <= Math.min(still.height - 1, cy + radius); y += 1) {
    for (let x = Math.max(0, Math.ceil(cx - radius)); x <= Math.min(still.width - 1, cx + radius); x += 1) {
      const at = y * still.width + x;
      if ((x - cx) ** 2 + (y - cy) ** 2 > radius * radius || depth > still.depth[at]!) continue;
      still.rgb[at] = dab.packed;
      still.depth[at] = depth;
    }
  }
}

/** Draws the crown into the still, leaf by leaf: bright outside and above, dark inside and below. */
export function drawCrown(tree: Tree, scene: { still: Still; camera: Camera; lighting: Lighting }): void {
  const random = createRandom(tree.seed * 7 + 1);
  const clumps = Array.from({ length: 16 }, () => {
    const turn = random() * 2 * Math.PI;
    const out = Math.sqrt(random()) * 0.62 * tree.radius;
    return {
      x: Math.cos(turn) * out,
      y: Math.sin(turn) * out,
      z: (random() - 0.4) * 1.15 * tree.radius,
      radius: tree.radius * (0.32 + 0.22 * random()),
    };
  });
  const color: Color = [0, 0, 0];
  const leaf = tree.leaf ?? ([0.05, 0.095, 0.024] as const);
  for (let count = 0; count < leavesPerTree; count += 1) {
    const clump = clumps[count % clumps.length]!;
    const normal = normalize([random() * 2 - 1, random() * 2 - 1, random() * 2 - 1]);
    const reach = clump.radius * (0.55 + 0.45 * random());
    const point: Vec3 = [
      tree.x + clump.x + normal[0] * reach,
      tree.y + clump.y + normal[1] * reach,
      tree.crown + clump.z + normal[2] * reach * 0.8,
    ];
    const tint = 0.45 + 1.1 * random();
    for (let channel = 0; channel < 3; channel += 1) color[channel] = leaf[channel]! * tint;
    const inside = Math.min(1, Math.hypot(point[0] - tree.x, point[1] - tree.y, point[2] - tree.crown) / tree.radius);
    illuminate(scene.lighting, { point, normal, sunlit: inside > 0.5 ? 0.85 : 0.25, open: 0.35 + 0.6 * inside }, color);
    const from = scene.camera.position;
    addHaze(scene.lighting, Math.hypot(point[0] - from[0], point[1] - from[1], point[2] - from[2]), color);
    putDab(scene.still, scene.camera, {
      point,
      radius: 0.03 + 0.035 * random(),
      packed: develop(scene.lighting, color),
    });
  }
}
