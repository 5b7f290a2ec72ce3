import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { createHandover } from './frame-handover.ts';
import { cardPicture } from './card.ts';
import { clipFrames } from './clip-frames.ts';
import { doorwayClip } from './doorway-scene.ts';
import { encodeMp4 } from './mp4-encoder.ts';
import type { VideoPlan } from './mp4-encoder.ts';
import { sceneFps } from './media-job.ts';
import type { MediaJob, MediaJobProgress } from './media-job.ts';
import { scenes } from './scenes.ts';
import { watchParent } from './parent-watch.ts';
import { prepareScene } from './scene-painter.ts';
import { shrinkPicture } from './shrink.ts';

// Runs in a process of its own: it draws or decodes, and encodes with native code.

interface Source {
  width: number;
  height: number;
  fps: number;
  total: number;
  pictures: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Whole factor from main to sub. */
  shrinkBy: number;
}

function sceneSource(job: MediaJob & { kind: 'scene' }): Source {
  const scene = [...scenes, doorwayClip].find(({ id }) => id === job.sceneId);
  if (!scene) throw new Error(`no scene ${job.sceneId}`);
  const total = scene.durationS * sceneFps;
  function* pictures(): Generator<Uint8Array> {
    const painter = prepareScene(scene!, job.width, job.height);
    for (let index = 0; index < total; index += 1) yield painter.draw(scene!.contentAt(index / sceneFps));
  }
  return {
    width: job.width,
    height: job.height,
    fps: sceneFps,
    total,
    pictures: pictures(),
    shrinkBy: job.width / 640,
  };
}

/** A few seconds of a picture that does not change. */
function cardSource({ lines, width, height }: MediaJob & { kind: 'card' }): Source {
  const total = 4 * sceneFps;
  const picture = cardPicture(lines, width, height);
  return {
    width,
    height,
    fps: sceneFps,
    total,
    pictures: Array.from({ length: total }, () => picture),
    shrinkBy: width / 640,
  };
}

function sourceOf(job: MediaJob): Source | Promise<Source> {
  if (job.kind === 'scene') return sceneSource(job);
  return job.kind === 'card' ? cardSource(job) : clipFrames(job.source);
}

function notify(done: number, total: number): void {
  const message: MediaJobProgress = { type: 'progress', done, total };
  process.send?.(message);
}

function videoPlan(source: Source, by: number): VideoPlan {
  return {
    codec: 'h264',
    width: source.width / by,
    height: source.height / by,
    fps: source.fps,
    gopFrames: source.fps * 2,
    bFrames: 0,
    crf: by === 1 ? 25 : 26,
    maxRateKbps: by === 1 ? 3000 : 600,
    preset: by === 1 ? 'superfast' : 'veryfast',
  };
}

/** One drawing feeds both encoders, picture by picture. */
async function encodeBoth(source: Source, job: MediaJob): Promise<void> {
  const main = createHandover<Uint8Array>();
  const sub = createHandover<Uint8Array>();
  const encoding = Promise.all([
    encodeMp4({ file: job.mainFile, video: videoPlan(source, 1), frames: main.items }),
    encodeMp4({ file: job.subFile, video: videoPlan(source, source.shrinkBy), frames: sub.items }),
  ]);
  const feed = async (): Promise<void> => {
    let done = 0;
    for await (const picture of source.pictures) {
      await Promise.all([main.give(picture), sub.give(shrinkPicture(picture, source, source.shrinkBy))]);
      done += 1;
      if (done % sceneFps === 0) notify(done, source.total);
    }
    main.end();
    sub.end();
  };
  await Promise.race([encoding, Promise.all([encoding, feed()])]);
}

onParentGone(() => process.exit(1));
watchParent(Number(process.argv[3]));
const job = JSON.parse(process.argv[2] ?? '{}') as MediaJob;
await encodeBoth(await sourceOf(job), job);
process.exit(0);
