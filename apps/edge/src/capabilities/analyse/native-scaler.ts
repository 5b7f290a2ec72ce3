import type { AVPixelFormat } from 'node-av/constants';
import { AV_PIX_FMT_GRAY8, AV_PIX_FMT_RGB24, SWS_AREA, SWS_FAST_BILINEAR } from 'node-av/constants';
import { Frame, SoftwareScaleContext } from 'node-av/lib';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';

interface Scaling {
  context: SoftwareScaleContext;
  target: Frame;
}

/** Sizes and formats that are kept ready; cameras of one core have few. */
const maxKept = 12;

/** Converts pictures of any decoder format. Native code. */
export class PictureScaler {
  private readonly kept = new Map<string, Scaling>();

  /** Packed RGB, at most `maxWidth` wide. The bytes are a copy. */
  rgb(frame: Frame, maxWidth: number): RgbImage {
    const width = Math.min(frame.width, maxWidth);
    const height = width === frame.width ? frame.height : Math.max(2, Math.round((frame.height * width) / frame.width));
    const { target } = this.scale(frame, { width, height, format: AV_PIX_FMT_RGB24 });
    const source = target.data![0]!;
    const stride = target.linesize[0]!;
    const row = width * 3;
    const data = new Uint8Array(row * height);
    if (stride === row) data.set(source.subarray(0, data.length));
    else for (let y = 0; y < height; y++) data.set(source.subarray(y * stride, y * stride + row), y * row);
    return { width, height, data };
  }

  /** Brightness with one byte per pixel; valid until the next call. */
  grey(frame: Frame): Frame {
    return this.scale(frame, { width: frame.width, height: frame.height, format: AV_PIX_FMT_GRAY8 }).target;
  }

  private scale(frame: Frame, to: { width: number; height: number; format: AVPixelFormat }): Scaling {
    const key = [frame.width, frame.height, frame.format, to.width, to.height, to.format].join('/');
    const scaling = this.kept.get(key) ?? this.prepare(key, frame, to);
    scaling.context.scaleFrameSync(scaling.target, frame);
    return scaling;
  }

  private prepare(key: string, frame: Frame, to: { width: number; height: number; format: AVPixelFormat }): Scaling {
    const oldest = this.kept.keys().next();
    if (this.kept.size >= maxKept && !oldest.done) this.forget(oldest.value);
    const context = new SoftwareScaleContext();
    const flags = to.width === frame.width ? SWS_FAST_BILINEAR : SWS_AREA;
    context.getContext(frame.width, frame.height, frame.format as never, to.width, to.height, to.format, flags);
    const target = new Frame();
    target.alloc();
    target.format = to.format;
    target.width = to.width;
    target.height = to.height;
    target.allocBuffer();
    const scaling = { context, target };
    this.kept.set(key, scaling);
    return scaling;
  }

  private forget(key: string): void {
    const scaling = this.kept.get(key);
    this.kept.delete(key);
    scaling?.target.free();
    scaling?.context.freeContext();
  }
}
