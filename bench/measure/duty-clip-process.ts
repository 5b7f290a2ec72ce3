import { encodeMp4 } from '@sightline/simulators/scenes/mp4-encoder';
import { clipFrames } from '@sightline/simulators/scenes/clip-frames';

/**
 * Makes a clip in which something moves for a share of the time, from a clip of a room that people walk through. Native
 * code, so it runs in a process of its own. Arguments: source, duty in percent (0, 20, 100), target.
 */
const [source, duty, target] = process.argv.slice(2);
const fps = 10;

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
await encodeMp4({
  file: target,
  video: { codec: 'h264', width, height, fps, gopFrames: 2 * fps, bFrames: 0, crf: 27, maxRateKbps: 1500, preset: 'superfast' },
  frames: order.map((at) => kept.get(at) ?? new Uint8Array((width * height * 3) / 2)),
});
process.exit(0);
