import { encodeMp4 } from '@sightline/simulators/scenes/mp4-encoder';
import { paintFrameCounter } from './frame-counter.ts';
import { testMediaFps, testMediaFrames, testMediaKinds } from './test-media.ts';
import type { TestMediaKind } from './test-media.ts';

interface Size {
  width: number;
  height: number;
}

/** A still with texture, so that pictures have a size like a camera's and not like a flat colour's. */
function background({ width, height }: Size): Uint8Array {
  const picture = new Uint8Array((width * height * 3) / 2).fill(128);
  let seed = 7;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      picture[y * width + x] = 60 + Math.round(60 * (y / height)) + (((x >> 5) + (y >> 5)) % 2) * 24 + (seed >>> 28);
    }
  }
  return picture;
}

/** A bright square that walks to the right and a slowly turning tint. */
function* pictures(size: Size): Generator<Uint8Array> {
  const still = background(size);
  const picture = new Uint8Array(still.length);
  const luma = size.width * size.height;
  const side = Math.floor(size.height / 5);
  for (let index = 0; index < testMediaFrames; index += 1) {
    picture.set(still);
    const left = Math.floor(((size.width - side) * index) / testMediaFrames);
    for (let y = side * 3; y < side * 4; y += 1) picture.fill(220, y * size.width + left, y * size.width + left + side);
    picture.fill(118 + Math.round(10 * Math.sin((2 * Math.PI * index) / testMediaFrames)), luma, luma + luma / 4);
    paintFrameCounter(picture, size, index);
    yield picture;
  }
}

async function main(kind: TestMediaKind, file: string): Promise<void> {
  const plan: { codec: 'h264' | 'h265'; width: number; height: number; bFrames?: number; audio?: 'aac' | 'pcmu' } =
    testMediaKinds[kind];
  await encodeMp4({
    file,
    video: {
      codec: plan.codec,
      width: plan.width,
      height: plan.height,
      fps: testMediaFps,
      gopFrames: 2 * testMediaFps,
      bFrames: plan.bFrames ?? 0,
      crf: 24,
      maxRateKbps: 4000,
      preset: 'superfast',
    },
    ...(plan.audio ? { audio: { codec: plan.audio, durationMs: (testMediaFrames * 1000) / testMediaFps } } : {}),
    frames: pictures(plan),
  });
}

await main(process.argv[2] as TestMediaKind, process.argv[3] ?? '');
process.exit(0);
