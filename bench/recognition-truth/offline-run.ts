import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { LookFact } from '@sightline/domain/rules/facts';
import type { EventReport } from '@sightline/contracts/events/event';
import { eventReport } from '@sightline/contracts/events/event';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createAnalysisPace } from '../../apps/edge/src/capabilities/analyse/analysis-pace.ts';
import { createMotionGate } from '../../apps/edge/src/capabilities/motion/motion-gate.ts';
import { createMotionMemory } from '../../apps/edge/src/capabilities/motion/motion-memory.ts';
import type { ModelSet } from '../../apps/edge/src/capabilities/models/inference.ts';
import { createRecogniser } from '../../apps/edge/src/capabilities/recognise/create-recogniser.ts';
import type { EventPicture, Recogniser } from '../../apps/edge/src/capabilities/recognise/recogniser.ts';
import { readClip } from '../../apps/edge/testing/recognise/clip-pictures.fixture.ts';
import type { ClipPicture } from '../../apps/edge/testing/recognise/clip-pictures.fixture.ts';
import type { ClipTruth } from './truth.ts';

export interface OfflineOptions {
  truth: ClipTruth;
  footage: string;
  fps: number;
  offsetMs: number;
  models: ModelSet;
}

export interface OfflineRun {
  /** The last revision of every event, in the order in which they opened. */
  events: EventReport[];
  /** Every revision. */
  revisions: EventReport[];
  pictures: EventPicture[];
  /** What rules would be judged by. */
  facts: LookFact[];
  /** By id. */
  zoneNames: Map<string, string>;
  /** UTC ms of the clip's first picture. */
  startUtcMs: number;
  looks: number;
  msPerInference: number;
}

const startUtcMs = Date.UTC(2026, 0, 1);
/** What the camera sees before and after the clip lasts this long. */
const stillMs = 5000;

/** Sends a clip through motion gate and recogniser, without streams and processes in between. */
export async function runOffline(options: OfflineOptions): Promise<OfflineRun> {
  const { truth, fps } = options;
  const everyMs = 1000 / fps;
  const clip = await readClip(join(options.footage, truth.file), { everyMs, offsetMs: options.offsetMs });
  const still = stillOf(truth, clip);
  const settings = settingsOf(truth);
  const revisions: EventReport[] = [];
  const pictures: EventPicture[] = [];
  const facts: LookFact[] = [];
  const recogniser = createRecogniser({
    cameraId: randomUUID(),
    settings,
    models: options.models,
    output: {
      report: (report) => revisions.push(eventReport.parse(report)),
      picture: (picture) => pictures.push(picture),
      look: (look) => facts.push({ ...look, sequence: facts.length }),
    },
    newId: randomUUID,
  });
  recogniser.setReporting(true);
  const gate = createMotionGate();
  const pace = createAnalysisPace();
  const memory = createMotionMemory();
  let looks = 0;
  /** As a camera is analysed: every picture is compared, the pace says which are looked at. */
  const show = async ({ image, luma }: ClipPicture, atMs: number): Promise<void> => {
    const atUtcMs = Math.round(startUtcMs + atMs);
    const motion = gate.assess(luma, atUtcMs);
    memory.add(motion, atUtcMs);
    recogniser.tick(atUtcMs);
    const { level, isGlobal } = motion;
    if (!pace.take({ atUtcMs, level, isGlobal, ...requestsOf(recogniser) })) return;
    looks += 1;
    await recogniser.look({ image, atUtcMs, motion: memory.take() });
  };
  const began = performance.now();
  for (let ms = -stillMs; still && ms < 0; ms += everyMs) await show(still, ms);
  const lengthMs = truth.durationS * 1000;
  for (let round = 0; round < truth.rounds; round += 1) {
    for (const picture of clip) await show(picture, round * lengthMs + picture.atMs);
  }
  const endMs = lengthMs * truth.rounds;
  for (let ms = endMs + 50; still && ms < endMs + stillMs; ms += everyMs) await show(still, ms);
  const msPerInference = (performance.now() - began) / looks;
  recogniser.close(startUtcMs + endMs + stillMs);
  const zoneNames = new Map(settings.definedZones.map(({ id, name }) => [id, name]));
  return { events: lastRevisions(revisions), revisions, pictures, facts, zoneNames, startUtcMs, looks, msPerInference };
}

const requestsOf = (recogniser: Recogniser) => ({
  wantsInferences: recogniser.wantsInferences(),
  isSettled: recogniser.isSettled(),
  openCount: recogniser.openCount(),
});

function lastRevisions(revisions: readonly EventReport[]): EventReport[] {
  const byEvent = new Map<string, EventReport>();
  for (const revision of revisions) byEvent.set(revision.eventId, revision);
  return [...byEvent.values()];
}

function settingsOf(truth: ClipTruth): AnalysisSettings {
  const definedZones = truth.zones.map(({ name, points }) => ({
    id: randomUUID(),
    name,
    points: points.map(([x, y]) => ({ x, y })),
  }));
  return analysisSettings.parse({ hasTiles: truth.hasTiles, definedZones });
}

/** The picture before and after the clip. A median needs all pictures: its lead-in is left out here. */
function stillOf(truth: ClipTruth, clip: readonly ClipPicture[]): ClipPicture | null {
  const [first] = clip;
  if (truth.before === 'median' || !first) return null;
  if (truth.before !== 'grey') {
    const { atS } = truth.before;
    return clip.find((picture) => picture.atMs >= atS * 1000) ?? first;
  }
  const { width, height } = first.image;
  const grey = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(128);
  return {
    atMs: 0,
    image: { width, height, data: grey(width * height * 3) },
    luma: { data: grey(width * height), width, height, stride: width },
  };
}
