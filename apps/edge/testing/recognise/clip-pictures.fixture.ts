import { readMp4 } from '@sightline/media/mp4/mp4-demuxer';
import { toAnnexB } from '@sightline/media/nal/length-prefix';
import { AV_PIX_FMT_RGB24, SWS_FAST_BILINEAR } from 'node-av/constants';
import { Frame, SoftwareScaleContext } from 'node-av/lib';
import { readFile } from 'node:fs/promises';
import { PictureScaler } from '../../src/capabilities/decode/native-scaler.ts';
import { VideoDecoder } from '../../src/capabilities/transcode/video-decoder.ts';
import type { RgbImage } from '../../src/platform/pictures/rgb-image.ts';

/** A decoded picture of a clip: colours for the models, brightness for the motion gate. */
export interface ClipPicture {
  atMs: number;
  image: RgbImage;
  luma: { data: Uint8Array; width: number; height: number; stride: number };
}

/** Decodes pictures of an H.264 clip that are at least `everyMs` apart, from `offsetMs` on. */
export async function readClip(file: string, sampling: { everyMs: number; offsetMs: number }): Promise<ClipPicture[]> {
  const bytes = await readFile(file);
  const track = readMp4(bytes).find((one) => one.kind === 'video');
  if (!track) throw new Error(`${file} has no video`);
  const decoder = new VideoDecoder(track.codec);
  const scaler = makeScaler();
  const stretching = new PictureScaler();
  const pictures: ClipPicture[] = [];
  let nextMs = sampling.offsetMs;
  const keep = (frame: Frame): void => {
    const atMs = Math.round(Number(frame.pts) / 90);
    if (atMs < nextMs - 1) return;
    nextMs = atMs + sampling.everyMs;
    pictures.push({
      atMs,
      image: { ...scaler.toRgb(frame), resize: resizeOf(frame, stretching) },
      luma: lumaOf(frame),
    });
  };
  const sets = [...track.parameterSets.sps, ...track.parameterSets.pps];
  for (const sample of track.samples) {
    const data = bytes.subarray(sample.offset, sample.offset + sample.size);
    decoder.decode(
      {
        annexB: toAnnexB(data, sample.key ? sets : []),
        key: sample.key,
        pts90k: Math.round((sample.pts * 90_000) / track.timescale),
      },
      keep,
    );
  }
  decoder.flush(keep);
  scaler.close();
  decoder.close();
  return pictures;
}

/** The detector's input has this side: it is made at once, for the frame is gone when it is asked for. */
const inputSide = 300;

/** As the product resizes pictures: by the decoder's library. */
function resizeOf(frame: Frame, stretching: PictureScaler): NonNullable<RgbImage['resize']> {
  const made = new Uint8Array(inputSide * inputSide * 3);
  stretching.stretched(frame, { width: inputSide, height: inputSide, into: made });
  return (width, height, into) => {
    if (width !== inputSide || height !== inputSide)
      throw new Error(`pictures of clips are not made ${String(width)} x ${String(height)} large`);
    into.set(made);
  };
}

function lumaOf(frame: Frame): ClipPicture['luma'] {
  const plane = frame.data?.[0];
  const stride = frame.linesize[0] ?? frame.width;
  if (!plane) throw new Error('a picture without brightness');
  return {
    data: Uint8Array.from(plane.subarray(0, stride * frame.height)),
    width: frame.width,
    height: frame.height,
    stride,
  };
}

function makeScaler(): { toRgb: (frame: Frame) => RgbImage; close: () => void } {
  const context = new SoftwareScaleContext();
  const scaled = new Frame();
  scaled.alloc();
  let isReady = false;
  return {
    toRgb(frame) {
      const { width, height } = frame;
      if (!isReady) {
        context.getContext(width, height, frame.format as never, width, height, AV_PIX_FMT_RGB24, SWS_FAST_BILINEAR);
        Object.assign(scaled, { format: AV_PIX_FMT_RGB24, width, height });
        scaled.allocBuffer();
        isReady = true;
      }
      context.scaleFrameSync(scaled, frame);
      const plane = scaled.data?.[0];
      const stride = scaled.linesize[0] ?? width * 3;
      if (!plane) throw new Error('a picture without colours');
      const data = new Uint8Array(width * height * 3);
      for (let y = 0; y < height; y += 1) data.set(plane.subarray(y * stride, y * stride + width * 3), y * width * 3);
      return { width, height, data };
    },
    close() {
      scaled.free();
      context.freeContext();
    },
  };
}
