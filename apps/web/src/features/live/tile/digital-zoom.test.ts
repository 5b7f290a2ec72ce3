import { describe, expect, it } from 'vitest';
import { draggedBy, held, transformOf, wholePicture, zoomedAt } from './digital-zoom.ts';

describe('digital zoom', () => {
  it('never shows what lies outside the picture', () => {
    expect(held({ scale: 0.2, x: 9, y: -3 })).toEqual({ scale: 1, x: 0.5, y: 0.5 });
    expect(held({ scale: 4, x: 0, y: 1 })).toEqual({ scale: 4, x: 0.125, y: 0.875 });
    expect(zoomedAt(wholePicture, 100, { x: 0.5, y: 0.5 }).scale).toBe(8);
  });

  it('keeps what lies under the pointer in its place', () => {
    const point = { x: 0.8, y: 0.3 };
    const zoom = zoomedAt({ scale: 2, x: 0.5, y: 0.5 }, 1.5, point);
    const under = (z: typeof zoom) => z.x + (point.x - 0.5) / z.scale;
    expect(under(zoom)).toBeCloseTo(0.5 + 0.3 / 2, 6);
  });

  it('moves the picture with the finger', () => {
    expect(draggedBy({ scale: 2, x: 0.5, y: 0.5 }, { x: -0.25, y: 0 })).toEqual({ scale: 2, x: 0.625, y: 0.5 });
  });

  it('leaves the whole picture untouched', () => {
    expect(transformOf(wholePicture)).toBe('none');
    expect(transformOf({ scale: 2, x: 0.25, y: 0.5 })).toBe('scale(2.0000) translate(25.000%, 0.000%)');
  });
});
