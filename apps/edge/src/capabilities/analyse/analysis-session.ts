import type { AnalysisStatus, CameraAnalysisStatus } from '@sightline/contracts/analysis/analysis';
import { v7 as uuidv7 } from 'uuid';
import { FaceGallery } from '@sightline/domain/people/face-gallery';
import type { ModelSet } from '../models/inference.ts';
import { type CameraPrivacy, privacyAmong } from '../privacy/camera-privacy.ts';
import { describePicture } from '../recognise/known-faces/describe-picture.ts';
import { readPeople } from '../recognise/known-faces/read-people.ts';
import type { FoundFaces, GalleryPart } from '../recognise/known-faces/known-faces-messages.ts';
import { wholeVector } from '../recognise/appearance.ts';
import { createRecogniser } from '../recognise/create-recogniser.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Recogniser, ToldLook, ToldTraits } from '../recognise/recogniser.ts';
import type { AnalysedCamera, DecodeWorkerConfig, DecodeWorkerEvent } from './analyse-messages.ts';
import { CameraAnalysis } from './camera-analysis.ts';
import { DecodeLoop } from '../decode/decode-loop.ts';
import type { Decoding } from '../decode/decoding.ts';
import { encodePicture } from './event-pictures.ts';
import { InferenceScheduler } from './inference-scheduler.ts';
import { MotionIndexWriter } from '../motion/motion-index-writer.ts';
import { noMarks, type WorkMarks } from './work-marks.ts';

export interface AnalysisSessionDeps {
  /** Null when the decoder is not installed: then nothing is analysed, and the status says so. */
  decoding: Decoding | null;
  models: ModelSet;
  clock: Clock;
  emit: (event: DecodeWorkerEvent) => void;
  log: Log;
  /** Notes what native code works on; nobody is told unless given. */
  marks?: WorkMarks;
}

const defaultBudgetShare = 0.6;
const tickMs = 500;
const flushMs = 4_000;
/** Trouble that comes with every picture is said this seldom. */
const troubleEveryMs = 10_000;

/** Everything a decode worker does: looks at its cameras, keeps motion per second, and tells what it sees. */
export class AnalysisSession {
  readonly #deps: AnalysisSessionDeps;
  readonly #scheduler: InferenceScheduler;
  readonly #marks: WorkMarks;
  readonly #loop: DecodeLoop;
  readonly #gallery = new FaceGallery();
  readonly #cameras = new Map<string, CameraAnalysis>();
  #wanted: readonly AnalysedCamera[] = [];
  #index: MotionIndexWriter | null = null;
  #timers: NodeJS.Timeout[] = [];
  #budgetShare = defaultBudgetShare;
  #troubleAtMs = Number.NEGATIVE_INFINITY;
  #troubles = 0;

  constructor(deps: AnalysisSessionDeps) {
    this.#deps = deps;
    this.#marks = deps.marks ?? noMarks;
    this.#loop = new DecodeLoop(() => this.#marks.decoding(null));
    this.#scheduler = new InferenceScheduler({
      nowMs: deps.clock.monotonicMs,
      // Decoding goes on between the steps of a look, and is no part of it.
      processorMs: () => processorMs() - this.#loop.processorMs(),
      after: (delayMs, action) => {
        const timer = setTimeout(action, delayMs);
        return () => clearTimeout(timer);
      },
      budgetShare: defaultBudgetShare,
    });
  }

  start(): void {
    this.#timers = [setInterval(() => this.#tick(), tickMs), setInterval(() => void this.#index?.flush(), flushMs)];
  }

  /** Takes the whole wanted state. */
  async configure(config: DecodeWorkerConfig): Promise<void> {
    this.#wanted = config.cameras;
    this.#budgetShare = config.inferenceBudgetShare ?? defaultBudgetShare;
    this.#scheduler.setBudget(this.#budgetShare);
    this.#index ??= new MotionIndexWriter({
      volume: config.volume,
      onTrouble: (detail) => this.#trouble(`motion index: ${detail}`),
    });
    this.#index.mark = config.mark ?? null;
    const on = new Map(
      config.cameras.filter((camera) => camera.settings.isOn).map((camera) => [camera.cameraId, camera]),
    );
    for (const [cameraId, analysis] of this.#cameras) {
      if (on.has(cameraId)) continue;
      this.#cameras.delete(cameraId);
      await analysis.stop();
    }
    const watched = new Set(config.watchedCameraIds);
    for (const [cameraId, camera] of on) {
      const known = this.#cameras.get(cameraId);
      if (known) known.configure(camera);
      else this.#add(camera, config);
      this.#cameras.get(cameraId)?.setWatched(watched.has(cameraId));
    }
  }

  /** A part of the gallery is another one now, or gone. */
  putGallery({ id, people }: GalleryPart): void {
    this.#gallery.put(id, people === null ? [] : readPeople(people));
  }

  /** Finds the faces in a picture, base64. */
  describeFaces(bytes: string): Promise<FoundFaces> {
    const { decoding, models } = this.#deps;
    return describePicture({ decoding, models }, Buffer.from(bytes, 'base64'));
  }

  status(): AnalysisStatus {
    const cameras = this.#wanted.map(
      (camera) => this.#cameras.get(camera.cameraId)?.status() ?? this.#absentStatus(camera),
    );
    return {
      canDecode: this.#deps.decoding !== null,
      models: this.#deps.models.statuses(),
      cameras,
      inference: {
        budgetShare: this.#budgetShare,
        usedShare: this.#scheduler.usedShare(),
        wantedFps: cameras.reduce((sum, camera) => sum + camera.wantedFps, 0),
        givenFps: cameras.reduce((sum, camera) => sum + camera.givenFps, 0),
      },
    };
  }

  /** Closes every event and writes what is known. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#loop.stop();
    await Promise.all([...this.#cameras.values()].map((camera) => camera.stop()));
    this.#cameras.clear();
    this.#scheduler.stop();
    await this.#index?.flush();
  }

  #add(camera: AnalysedCamera, { busSocketPath, maxInferencesPerSecond, viewsFolder }: DecodeWorkerConfig): void {
    const { decoding, models, clock, emit } = this.#deps;
    if (decoding === null) return;
    const analysis = new CameraAnalysis(camera, {
      busSocketPath,
      decoding,
      scheduler: this.#scheduler,
      loop: this.#loop,
      marks: this.#marks,
      index: this.#index!,
      models,
      maxInferencesPerSecond,
      clock,
      emit,
      onTrouble: (detail) => this.#trouble(detail),
      viewsFolder: viewsFolder ?? null,
      makeRecogniser: (one, tell) => this.#makeRecogniser(one, decoding, tell),
    });
    this.#cameras.set(camera.cameraId, analysis);
  }

  #makeRecogniser(
    { cameraId, settings }: AnalysedCamera,
    decoding: Decoding,
    tell: (told: ToldLook | ToldTraits) => void,
  ): Recogniser {
    const { models, emit } = this.#deps;
    return createRecogniser({
      cameraId,
      settings,
      models,
      newId: uuidv7,
      whoIs: ({ modelId, vector }, threshold) =>
        this.#gallery.match(
          { modelId, vector: wholeVector(vector) },
          { locationId: this.#wanted.find((camera) => camera.cameraId === cameraId)?.locationId ?? null, threshold },
        ),
      output: {
        report: (report) => emit({ type: 'event', report }),
        look: tell,
        traits: tell,
        picture: (picture) => emit(encodePicture(decoding, { cameraId, privacy: this.#privacyOf(cameraId) }, picture)),
      },
    });
  }

  /** As it is now: what was seen before is hidden as well. */
  #privacyOf(cameraId: string): CameraPrivacy | null {
    return privacyAmong(this.#wanted, cameraId);
  }

  #tick(): void {
    for (const camera of this.#cameras.values()) camera.tick();
  }

  #absentStatus(camera: AnalysedCamera): CameraAnalysisStatus {
    const { isOn } = camera.settings;
    const nothing = {
      decodedFps: 0,
      wantedFps: 0,
      givenFps: 0,
      share: 0,
      queueAgeMs: 0,
      droppedFps: 0,
      motionLevel: 0,
      openTracks: 0,
    };
    return {
      cameraId: camera.cameraId,
      state: isOn ? 'waiting' : 'off',
      cause: isOn ? 'transcode_unavailable' : null,
      stream: null,
      ...nothing,
    };
  }

  #trouble(detail: string): void {
    this.#troubles++;
    const nowMs = this.#deps.clock.monotonicMs();
    if (nowMs - this.#troubleAtMs < troubleEveryMs) return;
    this.#troubleAtMs = nowMs;
    this.#deps.log.warn({ detail: detail.slice(0, 1_000), count: this.#troubles }, 'trouble with the analysis');
    this.#troubles = 0;
  }
}

/** Of all threads of this process. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
