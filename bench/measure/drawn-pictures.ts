import type { RgbImage } from '../../apps/edge/src/platform/pictures/rgb-image.ts';
import { prepareScene } from '@sightline/simulators/scenes/scene-painter';
import { scenes } from '@sightline/simulators/scenes/scenes';

const size = { width: 640, height: 360 };
const instants = 6;
/** Times the distance from the middle grey: drawn light is softer than some cameras show it. */
const contrasts = [1, 1.6];

const clampByte = (value: number): number => Math.max(0, Math.min(255, value));

/** The scenes' own coding of colours (I420, limited range, BT.709) as RGB. */
function rgbOf(i420: Uint8Array, contrast: number): RgbImage {
  const { width, height } = size;
  const data = new Uint8Array(width * height * 3);
  const chroma = width / 2;
  for (let at = 0, to = 0; at < width * height; at += 1, to += 3) {
    const half = width * height + Math.floor(at / width / 2) * chroma + Math.floor((at % width) / 2);
    const luma = (i420[at] - 16) * 1.164;
    const blue = i420[half] - 128;
    const red = i420[half + (width * height) / 4] - 128;
    [luma + 1.793 * red, luma - 0.213 * blue - 0.533 * red, luma + 2.112 * blue].forEach((value, channel) => {
      data[to + channel] = clampByte(128 + (clampByte(value) - 128) * contrast);
    });
  }
  return { ...size, data };
}

/** Pictures of every scene of the demo at several instants, with soft and with hard light; the same ones every time. */
export function* drawnPictures(): Generator<RgbImage> {
  for (const scene of scenes) {
    const painter = prepareScene(scene, size.width, size.height);
    for (let index = 0; index < instants; index += 1) {
      const picture = painter.draw(scene.contentAt((scene.durationS * (index + 0.5)) / instants));
      for (const contrast of contrasts) yield rgbOf(picture, contrast);
    }
  }
}
