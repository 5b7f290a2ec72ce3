import type { Box } from '@sightline/contracts/events/event';

interface Size {
  width: number;
  height: number;
}

/** How a picture lies in its tile: pixel = offset + share × size. Physical: it never mirrors. */
export interface PictureFit {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Digital zoom: `scale` from 1, `x` and `y` the middle of the view in shares of the tile. */
export interface ZoomedView {
  scale: number;
  x: number;
  y: number;
}

/** Where the whole picture lies when it is contained in a tile that is enlarged by `zoom`. CSS pixels from the tile's corner. */
export function fitOf(tile: Size, picture: Size, zoom: ZoomedView): PictureFit {
  const share = Math.min(tile.width / picture.width, tile.height / picture.height);
  const width = picture.width * share;
  const height = picture.height * share;
  const left = (tile.width - width) / 2;
  const top = (tile.height - height) / 2;
  return {
    left: tile.width / 2 + zoom.scale * (left - tile.width * zoom.x),
    top: tile.height / 2 + zoom.scale * (top - tile.height * zoom.y),
    width: width * zoom.scale,
    height: height * zoom.scale,
  };
}

/** The pixels of a box, held inside the picture. */
export function pixelsOf(fit: PictureFit, box: Box): { x: number; y: number; width: number; height: number } {
  const held = (value: number): number => Math.min(1, Math.max(0, value));
  const x = fit.left + held(box.x) * fit.width;
  const y = fit.top + held(box.y) * fit.height;
  return {
    x,
    y,
    width: fit.left + held(box.x + box.width) * fit.width - x,
    height: fit.top + held(box.y + box.height) * fit.height - y,
  };
}
