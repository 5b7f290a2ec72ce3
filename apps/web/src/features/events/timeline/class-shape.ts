import type { EventClass } from '@sightline/contracts/events/event';

interface Shape {
  x: number;
  y: number;
  /** Width and height, pixels. */
  size: number;
}

/** Lays the path of a class: a person is a circle, a vehicle a square, an animal a triangle. `x` and `y` are its middle. */
export function traceClass(context: CanvasRenderingContext2D, kind: EventClass, { x, y, size }: Shape): void {
  const half = size / 2;
  context.beginPath();
  if (kind === 'person') context.arc(x, y, half, 0, 2 * Math.PI);
  else if (kind === 'vehicle') context.roundRect(x - half, y - half, size, size, 2);
  else {
    context.moveTo(x, y - half);
    context.lineTo(x + half * 1.1, y + half * 0.9);
    context.lineTo(x - half * 1.1, y + half * 0.9);
    context.closePath();
  }
}
