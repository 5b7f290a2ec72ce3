import { clipFrames } from '@sightline/simulators/scenes/clip-frames';
import { encodeMp4 } from '@sightline/simulators/scenes/mp4-encoder';
import type { ClipTruth } from './truth.ts';

// Runs in a process of its own: it decodes and encodes with native code.

/** What a still is made of, and where it goes. */
export interface StillJob {
  source: string;
  before: ClipTruth['before'];
  durationS: number;
  file: string;
}

/** Pictures that the median is taken of; more would only take longer. */
const samplePoints = 41;
const stillS = 4;
const picturesPerSecond = 10;

/** Every value is the middle one of what stood in that place over the clip: what passes by is not in it. */
function medianOf(pictures: readonly Uint8Array[]): Uint8Array {
  const median = new Uint8Array(pictures[0].length);
  const values = new Uint8Array(pictures.length);
  for (let at = 0; at < median.length; at += 1) {
    for (const [index, picture] of pictures.entries()) values[index] = picture[at];
    median[at] = values.sort()[pictures.length >> 1];
  }
  return median;
}

async function stillPicture(job: StillJob): Promise<{ width: number; height: number; picture: Uint8Array }> {
  const { width, height, total, pictures } = await clipFrames(job.source);
  const grey = new Uint8Array((width * height * 3) / 2).fill(128);
  if (job.before === 'grey') return { width, height, picture: grey };
  const every = Math.max(1, Math.floor(total / samplePoints));
  const wanted = job.before === 'median' ? null : Math.round((job.before.atS / job.durationS) * total);
  const kept: Uint8Array[] = [];
  let index = 0;
  for await (const picture of pictures) {
    if (wanted === null ? index % every === 0 : index === wanted) kept.push(Uint8Array.from(picture));
    index += 1;
  }
  return { width, height, picture: kept.length > 1 ? medianOf(kept) : kept[0] };
}

process.on('disconnect', () => process.exit(1));
const job = JSON.parse(process.argv[2] ?? '{}') as StillJob;
const { width, height, picture } = await stillPicture(job);
await encodeMp4({
  file: job.file,
  video: {
    codec: 'h264',
    width,
    height,
    fps: picturesPerSecond,
    gopFrames: picturesPerSecond,
    bFrames: 0,
    crf: 18,
    maxRateKbps: 4000,
    preset: 'superfast',
  },
  frames: Array.from({ length: stillS * picturesPerSecond }, () => picture),
});
process.exit(0);
