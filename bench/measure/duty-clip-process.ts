import { encodeMp4 } from '@sightline/simulators/scenes/mp4-encoder';
import { clipFrames } from '@sightline/simulators/scenes/clip-frames';

/**
 * Makes a clip in which something moves for a share of the time, from a clip of a room that people walk through. Native
 * code, so it runs in a process of its own. Arguments: source, duty in percent (0, 20, 100), target.
 */
const [source, duty, target] = process.argv.slice(2);
const fps = 10;

/** Levels by which a sensor's pixels flicker. */
const noiseLevels = 2;

/** Seconds of `kiosk-queue.mp4`: nobody there; and somebody walking in or out. */
const empty: [number, number] = [0, 5.8];
const walks: [number, number][] = [
  [6.1, 8.1],
  [18.1, 20.1],
  [22.8, 25.3],
  [43, 45.2],
];
const cycleS = 20;

function plan(): number[] {
  const pictures = ([from, to]: [number, number]): number[] =>
    Array.from({ length: Math.round((to - from) * fps) }, (_, index) => Math.round(from * fps) + index);
  if (duty === '100') return walks.flatMap(pictures);
  const busy = duty === '0' ? [] : walks.slice(0, 2).flatMap(pictures);
  const still = pictures(empty);
  const pause = Array.from({ length: cycleS * fps - busy.length }, (_, index) => still[index % still.length]);
  return [...pause, ...busy];
}

/** The empty room without the flicker of its own coding, which would come back in every other picture. */
function meanOf(pictures: readonly Uint8Array[]): Uint8Array {
  const sums = new Uint32Array(pictures[0].length);
  for (const picture of pictures) for (let at = 0; at < sums.length; at++) sums[at] += picture[at];
  return Uint8Array.from(sums, (sum) => Math.round(sum / pictures.length));
}

let random = 7;
/** Flicker as a sensor adds it: a coded clip has lost its own. */
function withNoise(picture: Uint8Array, lumaBytes: number): Uint8Array {
  const noisy = Uint8Array.from(picture);
  for (let at = 0; at < lumaBytes; at++) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    noisy[at] = Math.max(0, Math.min(255, noisy[at] + ((random >>> 20) % (2 * noiseLevels + 1)) - noiseLevels));
  }
  return noisy;
}

const order = plan();
const wanted = new Set(order);
const kept = new Map<number, Uint8Array>();
const clip = await clipFrames(source);
let index = 0;
for await (const picture of clip.pictures) {
  if (wanted.has(index)) kept.set(index, Uint8Array.from(picture));
  index++;
}
const { width, height } = clip;
const isEmpty = (at: number): boolean => at < empty[1] * fps;
const room = duty === '100' ? null : meanOf([...kept].filter(([at]) => isEmpty(at)).map(([, picture]) => picture));

function* frames(): Generator<Uint8Array> {
  for (const at of order) {
    const picture = room !== null && isEmpty(at) ? room : kept.get(at);
    if (picture === undefined) throw new Error(`the clip ends before picture ${String(at)}`);
    yield withNoise(picture, width * height);
  }
}

await encodeMp4({
  file: target,
  video: {
    codec: 'h264',
    width,
    height,
    fps,
    gopFrames: 2 * fps,
    bFrames: 0,
    crf: 27,
    maxRateKbps: 1500,
    preset: 'superfast',
  },
  frames: frames(),
});
process.exit(0);
