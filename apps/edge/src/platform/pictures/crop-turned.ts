import type { RgbImage } from './rgb-image.ts';

/** A rectangle that may be turned, in pixels of the picture. */
export interface TurnedRectangle {
  x: number;
  y: number;
  /** Along the direction of `angle`. */
  width: number;
  height: number;
  /** Radians clockwise from level. `x` and `y` are the centre. */
  angle: number;
}

/** Pixel between pixels, beyond the edges the nearest one; adds `share` of it to `out`. */
function addSample(image: RgbImage, at: { x: number; y: number; share: number }, out: Float32Array): void {
  const { data, width, height } = image;
  const x = Math.min(Math.max(at.x - 0.5, 0), width - 1);
  const y = Math.min(Math.max(at.y - 0.5, 0), height - 1);
  const left = Math.floor(x);
  const top = Math.floor(y);
  const right = Math.min(left + 1, width - 1);
  const bottom = Math.min(top + 1, height - 1);
  const across = x - left;
  const down = y - top;
  for (let channel = 0; channel < 3; channel += 1) {
    const above =
      data[(top * width + left) * 3 + channel]! * (1 - across) + data[(top * width + right) * 3 + channel]! * across;
    const below =
      data[(bottom * width + left) * 3 + channel]! * (1 - across) +
      data[(bottom * width + right) * 3 + channel]! * across;
    out[channel] = out[channel]! + (above * (1 - down) + below * down) * at.share;
  }
}

/** Cuts a turned rectangle out of a picture, level and scaled to `size`; averages where it becomes much smaller. */
export function cropTurned(
  image: RgbImage,
  rectangle: TurnedRectangle,
  size: { width: number; height: number },
): RgbImage {
  const data = new Uint8Array(size.width * size.height * 3);
  const cos = Math.cos(rectangle.angle);
  const sin = Math.sin(rectangle.angle);
  const samples = Math.max(1, Math.ceil(Math.max(rectangle.width / size.width, rectangle.height / size.height) / 1.5));
  const share = 1 / (samples * samples);
  const pixel = new Float32Array(3);
  for (let row = 0; row < size.height; row += 1) {
    for (let column = 0; column < size.width; column += 1) {
      pixel.fill(0);
      for (let part = 0; part < samples * samples; part += 1) {
        const along = ((column + ((part % samples) + 0.5) / samples) / size.width - 0.5) * rectangle.width;
        const across = ((row + (Math.floor(part / samples) + 0.5) / samples) / size.height - 0.5) * rectangle.height;
        addSample(
          image,
          { x: rectangle.x + along * cos - across * sin, y: rectangle.y + along * sin + across * cos, share },
          pixel,
        );
      }
      const to = (row * size.width + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) data[to + channel] = Math.round(pixel[channel]!);
    }
  }
  return { width: size.width, height: size.height, data };
}
