import { gridMesh } from '../render/mesh.ts';
import type { MeshPaint } from '../render/mesh.ts';
import { ink } from './letters.ts';

/** Metres. */
export const plateWidth = 0.52;
const plateHeight = 0.13;

/** A plate in the plane y = 0, centred, read from -y; its own space is metres. */
export const plateMesh = gridMesh(
  [-1, 1].map((z) => [-1, 1].map((x) => [(x * plateWidth) / 2, 0, (z * plateHeight) / 2] as const)),
  false,
);

/** Paint of a plate with this text: white with a dark rim, a blue field at the left, black letters. */
export function platePaint(text: string): MeshPaint {
  const characters = Array.from(text.toUpperCase());
  return ([x, , z], _normal, color) => {
    const u = x / plateWidth + 0.5;
    const v = 0.5 - z / plateHeight;
    const rim = u < 0.008 || u > 0.992 || v < 0.04 || v > 0.96;
    const blue = u < 0.075;
    const at = ((u - 0.1) / 0.87) * characters.length;
    const inside = at >= 0 && at < characters.length && v > 0.14 && v < 0.86;
    const dark = inside ? ink(characters[Math.floor(at)]!, (at - Math.floor(at) - 0.1) / 0.8, (v - 0.14) / 0.72) : 0;
    const paper = rim ? 0.05 : 0.78 * (1 - dark) + 0.02;
    color[0] = blue ? 0.02 : paper;
    color[1] = blue ? 0.06 : paper;
    color[2] = blue ? 0.35 : paper;
    return 0;
  };
}
