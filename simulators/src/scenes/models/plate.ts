import { gridMesh } from '../render/mesh.ts';
import type { MeshPaint } from '../render/mesh.ts';

/** Strokes of plate letters on a 5 x 7 grid, one string of rows per character. */
const GLYPHS: Record<string, string> = {
  A: '01110 10001 10001 11111 10001 10001 10001',
  B: '11110 10001 10001 11110 10001 10001 11110',
  C: '01111 10000 10000 10000 10000 10000 01111',
  D: '11110 10001 10001 10001 10001 10001 11110',
  E: '11111 10000 10000 11110 10000 10000 11111',
  F: '11111 10000 10000 11110 10000 10000 10000',
  G: '01111 10000 10000 10111 10001 10001 01110',
  J: '00111 00010 00010 00010 00010 10010 01100',
  U: '10001 10001 10001 10001 10001 10001 01110',
  Y: '10001 10001 01010 00100 00100 00100 00100',
  Z: '11111 00001 00010 00100 01000 10000 11111',
  H: '10001 10001 10001 11111 10001 10001 10001',
  K: '10001 10010 10100 11000 10100 10010 10001',
  L: '10000 10000 10000 10000 10000 10000 11111',
  M: '10001 11011 10101 10101 10001 10001 10001',
  N: '10001 11001 10101 10011 10001 10001 10001',
  P: '11110 10001 10001 11110 10000 10000 10000',
  R: '11110 10001 10001 11110 10100 10010 10001',
  S: '01111 10000 10000 01110 00001 00001 11110',
  T: '11111 00100 00100 00100 00100 00100 00100',
  V: '10001 10001 10001 10001 10001 01010 00100',
  W: '10001 10001 10001 10101 10101 11011 10001',
  X: '10001 10001 01010 00100 01010 10001 10001',
  0: '01110 10001 10001 10001 10001 10001 01110',
  1: '00100 01100 00100 00100 00100 00100 01110',
  2: '01110 10001 00001 00110 01000 10000 11111',
  3: '11110 00001 00001 01110 00001 00001 11110',
  4: '00010 00110 01010 10010 11111 00010 00010',
  5: '11111 10000 11110 00001 00001 10001 01110',
  6: '01110 10000 10000 11110 10001 10001 01110',
  7: '11111 00001 00010 00100 00100 01000 01000',
  8: '01110 10001 10001 01110 10001 10001 01110',
  9: '01110 10001 10001 01111 00001 00001 01110',
  ' ': '00000 00000 00000 00000 00000 00000 00000',
  '-': '00000 00000 00000 01110 00000 00000 00000',
};

/** Metres. */
export const PLATE_WIDTH = 0.52;
const PLATE_HEIGHT = 0.13;

/** Ink 0..1 at a place inside a character cell (0..1); blending between grid cells rounds the strokes. */
function ink(character: string, u: number, v: number): number {
  const rows = (GLYPHS[character] ?? GLYPHS[' ']!).split(' ');
  const cell = (column: number, row: number): number => (rows[row]?.[column] === '1' ? 1 : 0);
  const x = u * 5 - 0.5;
  const y = v * 7 - 0.5;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const upper = cell(left, top) * (1 - fx) + cell(left + 1, top) * fx;
  const lower = cell(left, top + 1) * (1 - fx) + cell(left + 1, top + 1) * fx;
  return Math.min(1, Math.max(0, (upper * (1 - fy) + lower * fy - 0.3) * 3));
}

/** A plate in the plane y = 0, centred, read from -y; its own space is metres. */
export const plateMesh = gridMesh(
  [-1, 1].map((z) => [-1, 1].map((x) => [(x * PLATE_WIDTH) / 2, 0, (z * PLATE_HEIGHT) / 2] as const)),
  false,
);

/** Paint of a plate with this text: white with a dark rim, a blue field at the left, black letters. */
export function platePaint(text: string): MeshPaint {
  const characters = Array.from(text.toUpperCase());
  return ([x, , z], _normal, color) => {
    const u = x / PLATE_WIDTH + 0.5;
    const v = 0.5 - z / PLATE_HEIGHT;
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
