import type { AnalysisStatus, ModelStatus } from '@sightline/contracts/analysis/analysis';
import { AppError } from '@sightline/contracts/shared/errors';
import type { SpotTask } from '@sightline/contracts/analysis/spot-tasks';
import type { EventReport } from '@sightline/contracts/events/event';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import type { DoorsTold, WatchedDoor } from '../recognise/doors/door-messages.ts';
import type { Activity } from './activity-watch.ts';
import type { AnalysedCamera, DecodeWorkerConfig, DecodeWorkerEvent } from './analyse-messages.ts';
import { decodeWorkerFlags } from '../decode/decode-worker-flags.ts';
import { clearWorkMarks, readWorkMarks } from './work-marks.ts';
import type { LiveBoxes } from '../recognise/live-boxes.ts';
import { privacyOf } from '../privacy/camera-privacy.ts';
import { TrialMarks } from '../models/packs/trial-marks.ts';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import type { EventsJournal } from '../report/events-journal.ts';
import type { FoundFaces, GalleryPart } from '../recognise/known-faces/known-faces-messages.ts';
import type { ThumbnailSpool } from '../report/thumbnail-spool.ts';
import type { Log } from '../../platform/log/log.ts';
import { WorkerClient } from '../../platform/processes/worker-client.ts';
import { workerEntry } from '../../platform/processes/worker-entry.ts';
import { mergeStatus } from './analysis-status.ts';
import { assignShards } from './camera-shards.ts';
import type { EdgeConfig } from '../../platform/edge-config.ts';
import { createCrashSuspects } from '../decode/crash-suspects.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import type { FootagePlace } from '../place/footage-place.ts';
import { pruneViews } from '../tamper/view-files.ts';
import { openMarksFile } from './marks-file.ts';

export interface DecodeSupervisionDeps {
  config: Pick<EdgeConfig, 'dataFolder' | 'volume' | 'modelPacks' | 'analysisWorkers'>;
  /** The disk that must be there; whatever lies in the folder is used unless given. */
  place?: Pick<FootagePlace, 'mark'>;
  stores: Pick<EdgeStores, 'cameras'>;
  busSocketPath: string;
  journal: EventsJournal;
  spool: ThumbnailSpool;
  log: Log;
  nowUtcMs: () => number;
  /** Where things are in the picture of a watched camera. */
  onBoxes: (boxes: LiveBoxes) => void;
  /** What rules of a camera are judged by. */
  onFacts?: (cameraId: string, facts: readonly ToldFact[]) => void;
  /** How its doors are, and what seems to be one. */
  onDoors?: (cameraId: string, told: DoorsTold) => void;
  /** The worker that looked at these cameras is gone. */
  onBlind?: (cameraIds: readonly string[]) => void;
  /** What there was to record of a camera of which only some footage is wanted. */
  onActivity?: (activity: CameraActivity) => void;
  /** What the workers can do together has changed. */
  onCapabilities: () => void;
  onModels: (statuses: readonly ModelStatus[]) => void;
  /** A worker ended unexpectedly and is started again. */
  onRestarted: (detail: string) => void;
  /** The pictures of this camera ended a worker again and again: it is left out for a while. */
  onSuspended: (cameraId: string) => void;
  /** All parts of the gallery, for a worker that is new. */
  galleryParts?: () => Iterable<GalleryPart>;
  /** An event with what this process knows of it beside what the worker saw. */
  named?: (report: EventReport) => EventReport;
  /** Program of a worker, for tests. */
  entry?: string;
}

export type CameraActivity = { cameraId: string } & Activity;

interface Shard {
  worker: WorkerClient;
  /** Its cameras, also those that are left out for a while. */
  cameraIds: string[];
  suspendedIds: string[];
  /** Every camera that this process may have events of. */
  everIds: Set<string>;
  /** What the process works on. */
  marksFd: number;
  capabilities: string[];
  /** What a worker says after its end was heard belongs to nobody. */
  isHeard: boolean;
}

const decodeWorkerEntry = workerEntry('decode-worker');
const statusLimitMs = 2_000;
/** A large picture waits for the looks that are under way. */
const describeLimitMs = 15_000;

/** Keeps the workers running that look at pictures, spreads the cameras over them, and passes on what they see. */
export class DecodeSupervision {
  readonly #deps: DecodeSupervisionDeps;
  readonly #shards: Shard[] = [];
  #places: ReadonlyMap<string, number> = new Map();
  #watched: readonly string[] = [];
  #judged: ReadonlySet<string> = new Set();
  #spots: ReadonlyMap<string, readonly SpotTask[]> = new Map();
  #doors: ReadonlyMap<string, readonly WatchedDoor[]> = new Map();
  #isStopping = false;
  readonly #suspects = createCrashSuspects();
  readonly #trials: TrialMarks;
  readonly #returns = new Set<NodeJS.Timeout>();

  constructor(deps: DecodeSupervisionDeps) {
    this.#deps = deps;
    this.#trials = new TrialMarks(join(deps.config.dataFolder, 'models'));
  }

  /** Closes what a predecessor left open, then begins to look. */
  start(): void {
    const left = this.#deps.journal.closeAll();
    if (left > 0) this.#deps.log.warn({ events: left }, 'events that were open at the last end were closed');
    this.configure();
  }

  /** The wanted cameras may have changed. */
  configure(): void {
    if (this.#isStopping) return;
    const cameras: AnalysedCamera[] = this.#deps.stores.cameras.list().map((camera) => ({
      cameraId: camera.id,
      streams: camera.streams.map((stream) => ({ streamId: stream.id, kind: stream.kind })),
      settings: camera.analysis,
      records: camera.recordingMode === 'motion' || camera.recordingMode === 'objects' ? camera.recordingMode : null,
      privacy: privacyOf(camera),
      isJudged: this.#judged.has(camera.id),
      locationId: camera.locationId,
      spots: this.#spots.get(camera.id) ?? [],
      doors: this.#doors.get(camera.id) ?? [],
    }));
    const count = this.#deps.config.analysisWorkers;
    this.#forgetAllBut(new Set(cameras.map((camera) => camera.cameraId)));
    this.#places = assignShards(
      this.#places,
      cameras.map((camera) => camera.cameraId),
      count,
    );
    for (let place = 0; place < count; place++) {
      const own = cameras.filter((camera) => this.#places.get(camera.cameraId) === place);
      // The first says what this core can do, also without cameras; others are started when they are needed.
      if (place === 0 || own.length > 0 || this.#shards[place] !== undefined) this.#configureShard(place, own);
    }
  }

  /** What is kept of cameras goes with them. */
  #forgetAllBut(cameraIds: ReadonlySet<string>): void {
    const { config, log } = this.#deps;
    const gone = [...this.#places.keys()].filter((cameraId) => !cameraIds.has(cameraId));
    for (const cameraId of gone) this.#suspects.forget(cameraId);
    if (this.#places.size > 0 && gone.length === 0) return;
    pruneViews(join(config.dataFolder, 'views'), cameraIds).catch((error: unknown) => {
      log.warn({ detail: String(error) }, 'views of cameras that are gone could not be deleted');
    });
  }

  /** Somebody looks at the boxes of these cameras, and of no others. */
  setWatched(cameraIds: readonly string[]): void {
    this.#watched = cameraIds;
    this.configure();
  }

  /** There are rules on what happens in these cameras, and on no others. */
  setEvaluated(cameraIds: ReadonlySet<string>): void {
    if (cameraIds.size === this.#judged.size && [...cameraIds].every((id) => this.#judged.has(id))) return;
    this.#judged = cameraIds;
    this.configure();
  }

  /** What models of their own are asked to recognise, by camera. */
  setSpots(spots: ReadonlyMap<string, readonly SpotTask[]>): void {
    if (JSON.stringify([...spots]) === JSON.stringify([...this.#spots])) return;
    this.#spots = spots;
    this.configure();
  }

  /** The doors that are watched, by camera. */
  setDoors(doors: ReadonlyMap<string, readonly WatchedDoor[]>): void {
    if (JSON.stringify([...doors]) === JSON.stringify([...this.#doors])) return;
    this.#doors = doors;
    this.configure();
  }

  /** Packs were installed or changed. */
  reloadModels(): void {
    for (const { worker } of this.#shards) worker.notify('models.reload', {});
  }

  /** A part of the gallery is another one now, or gone. */
  putGallery(part: GalleryPart): void {
    for (const { worker } of this.#shards) worker.notify('gallery.put', part);
  }

  /** Finds the faces in a picture, base64. Fails with what is wrong with it, `model_absent` or `core_part_down`. */
  async describeFaces(bytes: string): Promise<FoundFaces> {
    const [shard] = this.#shards;
    if (shard === undefined) throw new AppError('core_part_down');
    return (await shard.worker.requestIfUp('faces.describe', { bytes }, describeLimitMs)) as FoundFaces;
  }

  capabilities(): string[] {
    return [...new Set(this.#shards.flatMap((shard) => shard.capabilities))];
  }

  async status(): Promise<AnalysisStatus> {
    const shards = this.#shards.map(async ({ worker, cameraIds, suspendedIds }) => {
      try {
        return {
          status: (await worker.requestIfUp('analysis.status', {}, statusLimitMs)) as AnalysisStatus,
          cameraIds,
          suspendedIds,
        };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { status: null, cameraIds, suspendedIds };
      }
    });
    return mergeStatus(await Promise.all(shards));
  }

  /** The process that looks at the first cameras. */
  get pid(): number | null {
    return this.#shards[0]?.worker.pid ?? null;
  }

  /** Ends the workers, which close their events, and keeps what they said. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#returns) clearTimeout(timer);
    await Promise.all(this.#shards.map((shard) => shard.worker.stop()));
    for (const { marksFd } of this.#shards.splice(0)) closeSync(marksFd);
    // Their last words may still lie in the channels.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    this.#deps.journal.stop();
    await this.#deps.spool.stop();
  }

  #configureShard(place: number, cameras: AnalysedCamera[]): void {
    const { config, busSocketPath } = this.#deps;
    const shard = (this.#shards[place] ??= this.#launch(place));
    shard.cameraIds = cameras.map((camera) => camera.cameraId);
    shard.suspendedIds = shard.cameraIds.filter((cameraId) => this.#suspects.isOut(cameraId, performance.now()));
    for (const cameraId of shard.cameraIds) shard.everIds.add(cameraId);
    shard.worker.configure({
      busSocketPath,
      volume: config.volume,
      mark: this.#deps.place?.mark ?? null,
      viewsFolder: join(config.dataFolder, 'views'),
      modelsFolder: join(config.dataFolder, 'models'),
      operatorModelsFolder: config.modelPacks,
      cameras: cameras.filter(({ cameraId }) => !shard.suspendedIds.includes(cameraId)),
      hasMarks: true,
      watchedCameraIds: shard.cameraIds.filter((cameraId) => this.#watched.includes(cameraId)),
    } satisfies DecodeWorkerConfig);
  }

  #launch(place: number): Shard {
    const marksFd = openMarksFile();
    const worker = new WorkerClient({
      name: `decode ${String(place + 1)}`,
      entry: this.#deps.entry ?? decodeWorkerEntry,
      log: this.#deps.log,
      nodeFlags: decodeWorkerFlags,
      sharedFd: marksFd,
      onEvent: (event) => {
        if (shard.isHeard) this.#receive(shard, event as DecodeWorkerEvent);
      },
      onReady: () => {
        shard.isHeard = true;
        for (const part of this.#deps.galleryParts?.() ?? []) worker.notify('gallery.put', part);
      },
      onCrash: (detail) => this.#crashed(shard, detail),
    });
    const shard: Shard = {
      worker,
      cameraIds: [],
      suspendedIds: [],
      everIds: new Set(),
      marksFd,
      capabilities: [],
      isHeard: false,
    };
    worker.start();
    return shard;
  }

  #receive(shard: Shard, event: DecodeWorkerEvent): void {
    const { journal, spool, named, onBoxes, onModels, onCapabilities, onActivity, onFacts, onDoors } = this.#deps;
    if (event.type === 'event') journal.receive(named?.(event.report) ?? event.report);
    else if (event.type === 'facts') onFacts?.(event.cameraId, event.facts);
    else if (event.type === 'doors') onDoors?.(event.cameraId, event.told);
    else if (event.type === 'picture') {
      // Its event goes first, so that the row after which the server knows it is known here.
      journal.flush();
      if (!this.#isStopping) void spool.put(event);
    } else if (event.type === 'boxes')
      onBoxes({
        cameraId: event.cameraId,
        atUtcMs: event.atUtcMs,
        holdMs: event.holdMs,
        tracks: event.tracks,
        present: event.present ?? null,
      });
    else if (event.type === 'models') onModels(event.statuses);
    else if (event.type === 'activity')
      onActivity?.({
        cameraId: event.cameraId,
        fromUtcMs: event.fromUtcMs,
        untilUtcMs: event.untilUtcMs,
        isActive: event.isActive,
        cause: event.cause,
      });
    else {
      const before = this.capabilities().join();
      shard.capabilities = event.list;
      if (this.capabilities().join() !== before) onCapabilities();
    }
  }

  #crashed(shard: Shard, detail: string): void {
    shard.isHeard = false;
    const { journal, onBoxes, onBlind, onRestarted, nowUtcMs } = this.#deps;
    // One that it let go of just before may have left its last words unsaid; one that another has now is that one's.
    const place = this.#shards.indexOf(shard);
    journal.closeCameras([...shard.everIds].filter((cameraId) => (this.#places.get(cameraId) ?? place) === place));
    shard.everIds = new Set(shard.cameraIds);
    for (const cameraId of shard.cameraIds)
      if (this.#watched.includes(cameraId)) onBoxes({ cameraId, atUtcMs: nowUtcMs(), holdMs: 0, tracks: [] });
    onBlind?.(shard.cameraIds);
    onRestarted(detail);
    this.#blame(shard);
  }

  /** What native code was busy with has ended the process: a pack of the operator, or the pictures of a camera. */
  #blame({ marksFd }: Shard): void {
    const { log } = this.#deps;
    const { decodingCameraId, lookingCameraId, packFolder } = readWorkMarks(marksFd);
    clearWorkMarks(marksFd);
    if (packFolder !== null) {
      log.warn({ folder: packFolder }, 'the analysis ended while this model ran');
      this.#trials
        .blame(packFolder)
        .catch((error: unknown) => log.error({ detail: String(error) }, 'the end of a model could not be noted'));
    }
    const looking = packFolder === null ? lookingCameraId : null;
    for (const cameraId of new Set([decodingCameraId, looking])) if (cameraId !== null) this.#suspect(cameraId);
  }

  #suspect(cameraId: string): void {
    const outMs = this.#suspects.blame(cameraId, performance.now());
    if (outMs === null) return;
    this.#deps.log.error(
      { cameraId, outMs },
      'the pictures of this camera end the analysis again and again: it is left out for a while',
    );
    this.#deps.onSuspended(cameraId);
    this.configure();
    const timer = setTimeout(() => {
      this.#returns.delete(timer);
      this.configure();
    }, outMs + 1);
    this.#returns.add(timer);
  }
}
