import { expect, it } from 'vitest';
import { doorPoints } from './door-grid.ts';
import { readSignature, writeSignature } from './door-signature.ts';

const part = { x: 0.4, y: 0.2, width: 0.15, height: 0.5 };
const levels = Float32Array.from({ length: doorPoints }, (_, at) => 2.5 + (at % 100) / 33);

it('refuses what is none, what another version wrote, and what is of another part of the picture', () => {
  const bytes = writeSignature(levels, part);
  expect(readSignature(new Uint8Array(), part)).toBeNull();
  expect(readSignature(bytes.slice(0, -1), part)).toBeNull();
  expect(
    readSignature(
      Uint8Array.from(bytes, (byte, at) => (at === 0 ? 9 : byte)),
      part,
    ),
  ).toBeNull();
  expect(readSignature(bytes, { ...part, x: 0.42 })).toBeNull();
});

it('keeps a look, small enough for the link', () => {
  const bytes = writeSignature(levels, part);
  expect(Math.ceil(bytes.length / 3) * 4).toBeLessThanOrEqual(8192);
  const read = readSignature(bytes, { ...part, x: part.x + 0.0001 })!;
  expect(Math.max(...read.map((level, at) => Math.abs(level - levels[at]!)))).toBeLessThan(0.01);
});
