import type { AVPixelFormat, SwsFlags } from 'node-av/constants';
import { AV_PIX_FMT_GRAY8, AV_PIX_FMT_RGB24, SWS_AREA, SWS_FAST_BILINEAR, SWS_POINT } from 'node-av/constants';
import { Frame, SoftwareScaleContext } from 'node-av/lib';
import type { LumaPlane } from '../motion/luma-grid.ts';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';

interface Scaling {
  context: SoftwareScaleContext;
  target: Frame;
  /** Memory of the target; asked for once, because each view of native memory is work for the garbage collector. */
  pixels: Buffer;
  stride: number;
}

interface Target {
  width: number;
  height: number;
  format: AVPixelFormat;
  flags: SwsFlags;
}

/** Sizes and formats that are kept ready; cameras of one core have few. */
const maxKept = 12;

/** Converts pictures of any decoder format. Native code. */
export class PictureScaler {
  readonly #kept = new Map<string, Scaling>();
  /** Megabytes that come and go with every look make the garbage collector run all the time. */
  #spare: Uint8Array | null = null;

  /** Packed RGB, at most `maxWidth` wide. The bytes are a copy, in memory that may be given back to be used again. */
  rgb(frame: Frame, maxWidth: number): RgbImage {
    const width = Math.min(frame.width, maxWidth);
    const height = width === frame.width ? frame.height : Math.max(2, Math.round((frame.height * width) / frame.width));
    const flags = width === frame.width ? SWS_FAST_BILINEAR : SWS_AREA;
    const { pixels, stride } = this.#scale(frame, { width, height, format: AV_PIX_FMT_RGB24, flags });
    const row = width * 3;
    const data = this.#memory(row * height);
    if (stride === row) data.set(pixels.subarray(0, data.length));
    else for (let y = 0; y < height; y++) data.set(pixels.subarray(y * stride, y * stride + row), y * row);
    return { width, height, data };
  }

  /** Packed RGB in exactly this size, whatever the proportions; into memory of `width * height * 3` bytes. */
  stretched(frame: Frame, { width, height, into }: { width: number; height: number; into: Uint8Array }): void {
    const { pixels, stride } = this.#scale(frame, { width, height, format: AV_PIX_FMT_RGB24, flags: SWS_AREA });
    const row = width * 3;
    for (let y = 0; y < height; y++) into.set(pixels.subarray(y * stride, y * stride + row), y * row);
  }

  /** Nobody reads this picture any more. */
  giveBack({ data }: RgbImage): void {
    this.#spare = data;
  }

  /** Brightness of single pixels spread over the picture, one byte each; valid until the next call. */
  grey(frame: Frame, size: { width: number; height: number }): LumaPlane {
    const { pixels, stride } = this.#scale(frame, { ...size, format: AV_PIX_FMT_GRAY8, flags: SWS_POINT });
    return { data: pixels, ...size, stride };
  }

  #memory(length: number): Uint8Array {
    const spare = this.#spare;
    this.#spare = null;
    return spare?.length === length ? spare : new Uint8Array(length);
  }

  #scale(frame: Frame, to: Target): Scaling {
    const key = [frame.width, frame.height, frame.format, to.width, to.height, to.format, to.flags].join('/');
    const scaling = this.#kept.get(key) ?? this.#prepare(key, frame, to);
    scaling.context.scaleFrameSync(scaling.target, frame);
    return scaling;
  }

  #prepare(key: string, frame: Frame, to: Target): Scaling {
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= maxKept && !oldest.done) this.#forget(oldest.value);
    const context = new SoftwareScaleContext();
    context.getContext(frame.width, frame.height, frame.format as never, to.width, to.height, to.format, to.flags);
    const target = new Frame();
    target.alloc();
    target.format = to.format;
    target.width = to.width;
    target.height = to.height;
    target.allocBuffer();
    const scaling = { context, target, pixels: target.data![0]!, stride: target.linesize[0]! };
    this.#kept.set(key, scaling);
    return scaling;
  }

  #forget(key: string): void {
    const scaling = this.#kept.get(key);
    this.#kept.delete(key);
    scaling?.target.free();
    scaling?.context.freeContext();
  }
}
