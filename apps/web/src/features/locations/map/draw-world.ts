import { worldPx, type MapView, type ViewSize } from './mercator.ts';
import type { WorldPaths } from './world-paths.ts';

/** Draws the world into a canvas in the colours of the theme that its element has now. */
export const drawWorld = (canvas: HTMLCanvasElement, world: WorldPaths | undefined, { view, size }: { view: MapView; size: ViewSize }): void => {
  const ratio = window.devicePixelRatio;
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = colour('--map-sea');
  context.fillRect(0, 0, width, height);
  if (world === undefined) return;
  const scale = worldPx(view.zoom) * ratio;
  context.setTransform(scale, 0, 0, scale, width / 2 - view.x * scale, height / 2 - view.y * scale);
  context.fillStyle = colour('--map-land');
  context.fill(world.land, 'evenodd');
  context.lineJoin = 'round';
  context.lineWidth = ratio / scale;
  context.strokeStyle = colour('--map-border');
  context.stroke(world.borders);
  context.strokeStyle = colour('--map-coast');
  context.stroke(world.coasts);
};
