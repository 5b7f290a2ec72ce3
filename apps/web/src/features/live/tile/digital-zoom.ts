/** How a picture is enlarged: `scale` 1..8, and where the middle of the view lies in the picture, 0..1 from its start corner. */
export interface DigitalZoom {
  scale: number;
  x: number;
  y: number;
}

export const wholePicture: DigitalZoom = { scale: 1, x: 0.5, y: 0.5 };
const largest = 8;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The same zoom with the view inside the picture. */
export function held({ scale, x, y }: DigitalZoom): DigitalZoom {
  const kept = clamp(scale, 1, largest);
  const half = 0.5 / kept;
  return { scale: kept, x: clamp(x, half, 1 - half), y: clamp(y, half, 1 - half) };
}

/** Enlarges by `factor`, keeping what lies under the point (0..1 of the view) where it is. */
export function zoomedAt(zoom: DigitalZoom, factor: number, point: { x: number; y: number }): DigitalZoom {
  const scale = clamp(zoom.scale * factor, 1, largest);
  const under = { x: zoom.x + (point.x - 0.5) / zoom.scale, y: zoom.y + (point.y - 0.5) / zoom.scale };
  return held({ scale, x: under.x - (point.x - 0.5) / scale, y: under.y - (point.y - 0.5) / scale });
}

/** Moves the view by shares of itself: dragging a quarter of the tile to the left is `x` -0.25. */
export const draggedBy = (zoom: DigitalZoom, by: { x: number; y: number }): DigitalZoom =>
  held({ ...zoom, x: zoom.x - by.x / zoom.scale, y: zoom.y - by.y / zoom.scale });

/** CSS transform with origin in the middle. Picture coordinates are physical: they never mirror. */
export const transformOf = ({ scale, x, y }: DigitalZoom): string =>
  scale === 1
    ? 'none'
    : `scale(${scale.toFixed(4)}) translate(${((0.5 - x) * 100).toFixed(3)}%, ${((0.5 - y) * 100).toFixed(3)}%)`;
