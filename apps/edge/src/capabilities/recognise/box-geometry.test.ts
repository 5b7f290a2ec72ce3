import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widenTo } from './box-geometry.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('the part of a picture that shows a thing', () => {
  it('lies in the picture, holds the thing and is as wide as asked where the picture allows', () => {
    fc.assert(
      fc.property(
        fc.record({ x: share, y: share, right: share, bottom: share }),
        fc.double({ min: 0.2, max: 4, noNaN: true }),
        ({ x, y, right, bottom }, shape) => {
          const box = {
            x: x * 0.98,
            y: y * 0.98,
            width: 0.001 + right * (0.999 - x * 0.98) * 0.99,
            height: 0.001 + bottom * (0.999 - y * 0.98) * 0.99,
          };
          const part = widenTo(box, shape);
          const near = 1e-9;
          expect(part.x).toBeGreaterThanOrEqual(0);
          expect(part.x + part.width).toBeLessThanOrEqual(1 + near);
          expect(part.y + part.height).toBeLessThanOrEqual(1 + near);
          expect(part.x).toBeLessThanOrEqual(box.x + near);
          expect(part.x + part.width).toBeGreaterThanOrEqual(box.x + box.width - near);
          expect(part.y).toBeLessThanOrEqual(box.y + near);
          expect(part.y + part.height).toBeGreaterThanOrEqual(box.y + box.height - near);
          if (part.width < 1 && part.height < 1) expect(part.width / part.height).toBeCloseTo(shape, 6);
        },
      ),
    );
  });

  it('stays in the middle of the thing away from the edges', () => {
    const part = widenTo({ x: 0.5, y: 0.4, width: 0.04, height: 0.2 }, 1);
    expect(part.x).toBeCloseTo(0.42);
    expect(part.width).toBeCloseTo(0.2);
    expect(part).toMatchObject({ y: 0.4, height: 0.2 });
  });
});
