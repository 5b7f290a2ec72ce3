import type { Camera } from '@sightline/contracts/cameras/camera';
import type { Event } from '@sightline/contracts/events/event';
import type { ClipPlay } from '@sightline/simulators/rtsp/rtsp-server-api';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cameraAnalysis, eventsOf, waitForAnalysis } from '../../e2e/fixtures/events.ts';
import type { Site, System } from '../../e2e/fixtures/system.ts';
import { addCamera, waitForCamera } from '../../e2e/fixtures/system.ts';
import { makeStill } from './still.ts';
import type { ClipTruth } from './truth.ts';

/** A clip as a camera of the product. */
export interface ClipCamera {
  truth: ClipTruth;
  camera: Camera;
  /** Path on the simulated camera server. */
  path: string;
  file: string;
}

/** What came of playing a clip to the core. */
export interface PlayedClip extends ClipCamera {
  play: ClipPlay;
  events: Event[];
  /** Looks that the core wanted and gave, per second, as it said while the clip ran; the smallest share given. */
  rate: { wantedFps: number; givenFps: number; minShare: number };
}

/** The core sees the still before the clip for so long: nothing of the change from nothing to a picture is left. */
const settleMs = 8_000;
/** A track that coasts is closed after a few seconds. */
const closingMs = 20_000;

/** Adds a clip as a camera that shows its still; waits until it is online. */
export async function addClip(
  parts: { system: System; site: Site },
  truth: ClipTruth,
  footage: string,
): Promise<ClipCamera> {
  const { system, site } = parts;
  const path = truth.clip;
  await system.cameras.addStream(path, { file: await makeStill(truth, { footage, folder: system.folder }) });
  const definedZones = truth.zones.map(({ name, points }) => ({
    id: randomUUID(),
    name,
    points: points.map(([x, y]) => ({ x, y })),
    severity: 'warning' as const,
  }));
  const camera = await addCamera(system, site, {
    name: truth.clip,
    main: system.cameras.url(path),
    analysis: { hasTiles: truth.hasTiles, definedZones },
  });
  await waitForCamera(system, camera.id, 'online');
  return { truth, camera, path, file: join(footage, truth.file) };
}

async function watchRate(
  parts: { system: System; site: Site },
  cameraId: string,
  untilUtcMs: number,
): Promise<PlayedClip['rate']> {
  const rate = { wantedFps: 0, givenFps: 0, minShare: 1 };
  while (Date.now() < untilUtcMs) {
    const { wantedFps, givenFps } = await cameraAnalysis(parts.system, parts.site, cameraId);
    if (wantedFps > rate.wantedFps) Object.assign(rate, { wantedFps, givenFps });
    if (wantedFps >= 1) rate.minShare = Math.min(rate.minShare, givenFps / wantedFps);
    await wait(2_000);
  }
  return rate;
}

/** Plays one clip to the core and waits until every event of it is closed and nothing more comes. */
async function playClip(parts: { system: System; site: Site }, clip: ClipCamera): Promise<PlayedClip> {
  const { system } = parts;
  const play = await system.cameras.playOnce(clip.path, clip.file, clip.truth.rounds);
  const rate = await watchRate(parts, clip.camera.id, play.endUtcMs + 2_000);
  const closedBeforeMs = performance.now() + closingMs;
  let events = await eventsOf(system, clip.camera.id);
  let last = '';
  for (;;) {
    const now = events.map(({ id, revision }) => `${id}/${String(revision)}`).join();
    if ((now === last && events.every(({ phase }) => phase === 'closed')) || performance.now() > closedBeforeMs) break;
    last = now;
    await wait(2_000);
    events = await eventsOf(system, clip.camera.id);
  }
  // What the still before the clip brought is not the clip's.
  const atUtcMs = (event: Event): number => event.endedAtUtcMs ?? event.lastSeenUtcMs;
  return {
    ...clip,
    play,
    rate,
    events: events.filter((event) => atUtcMs(event) > play.firstPictureUtcMs && event.startedAtUtcMs < play.endUtcMs),
  };
}

/** Plays clips at the same time, each once. */
export async function playTogether(
  parts: { system: System; site: Site },
  clips: readonly ClipCamera[],
): Promise<PlayedClip[]> {
  for (const { camera } of clips) await waitForAnalysis(parts.system, parts.site, camera.id);
  await wait(settleMs);
  return Promise.all(clips.map((clip) => playClip(parts, clip)));
}
