import { expect, it } from 'vitest';
import { PictureParts } from './picture-parts.ts';

const id = (last: number): string => `00000000-0000-7000-8000-00000000000${String(last)}`;

it('gives a picture once its last part came, and refuses parts that are out of order', () => {
  const parts = new PictureParts(() => 0);
  expect(parts.take({ pictureId: id(1), part: 0, parts: 2, bytes: 'aa' })).toBeNull();
  expect(parts.take({ pictureId: id(1), part: 1, parts: 2, bytes: 'bb' })).toBe('aabb');
  expect(() => parts.take({ pictureId: id(2), part: 1, parts: 2, bytes: 'bb' })).toThrow(/./);
  expect(parts.take({ pictureId: id(3), part: 0, parts: 1, bytes: 'x' })).toBe('x');
});

it('forgets a picture whose rest does not come', () => {
  let nowMs = 0;
  const parts = new PictureParts(() => nowMs);
  parts.take({ pictureId: id(1), part: 0, parts: 2, bytes: 'aa' });
  nowMs = 61_000;
  expect(() => parts.take({ pictureId: id(1), part: 1, parts: 2, bytes: 'bb' })).toThrow(/./);
});
