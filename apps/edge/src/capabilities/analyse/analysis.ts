import type { AnalysisStatus, ModelStatus } from '@sightline/contracts/analysis/analysis';
import type { SpotTask } from '@sightline/contracts/analysis/spot-tasks';
import type { EventReport } from '@sightline/contracts/events/event';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DoorsTold, WatchedDoor } from '../recognise/doors/door-messages.ts';
import type { InstallState } from '../models/install/model-installer.ts';
import { ModelInstaller, withInstallation } from '../models/install/model-installer.ts';
import { watchPacks } from '../models/install/watch-packs.ts';
import type { LiveBoxes } from '../recognise/live-boxes.ts';
import { EventsJournal } from '../report/events-journal.ts';
import { PicturesLost } from '../report/pictures-lost.ts';
import { ThumbnailSpool } from '../report/thumbnail-spool.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { announcedCapabilities } from './announced-capabilities.ts';
import { CameraPartsReport } from '../report/camera-parts.ts';
import type { EdgeConfig } from '../../platform/edge-config.ts';
import { CoreNotices } from '../report/core-notices.ts';
import { type CameraActivity, DecodeSupervision } from './decode-supervision.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import type { FoundFaces, GalleryPart } from '../recognise/known-faces/known-faces-messages.ts';
import type { FootagePlace } from '../place/footage-place.ts';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import { OverloadNotices } from './overload-notices.ts';

export interface AnalysisDeps {
  config: EdgeConfig;
  /** The disk that must be there; whatever lies in the folder is used unless given. */
  place?: FootagePlace;
  stores: EdgeStores;
  busSocketPath: string;
  clock: Clock;
  log: Log;
  /** What there was to record of a camera of which only some footage is wanted. */
  onActivity?: (activity: CameraActivity) => void;
}

interface Listeners {
  boxes?: (boxes: LiveBoxes) => void;
  capabilities?: () => void;
  evaluator?: FactListener;
  doors?: DoorsListener;
  /** All parts of the gallery, for a worker that is new. */
  gallery?: () => Iterable<GalleryPart>;
  /** An event with the vehicle that it is of. */
  named?: NamesEvent;
}

/** Who knows more of an event than what was seen. */
type NamesEvent = (report: EventReport) => EventReport;

/** Who is told of doors of a camera. */
export type DoorsListener = (cameraId: string, told: DoorsTold) => void;

/** Who judges rules by what is seen. */
export interface FactListener {
  facts: (cameraId: string, facts: readonly ToldFact[]) => void;
  /** Nobody looks at these cameras any more. */
  blind: (cameraIds: readonly string[]) => void;
}

/** A worker that ends again and again is told of once a minute. */
const restartNoticeMs = 60_000;
const suspensionNoticeMs = 3_600_000;
/** Whoever starts a core for the first time signs in meanwhile. */
const installAfterMs = 3_000;
const reloadAfterMs = 300;
/** A built-in pack that went bad is installed anew this often at most. */
const reinstallEveryMs = 3_600_000;

/** All of seeing: the workers that look, the packs they look with, and what they report. */
export class Analysis {
  readonly spool: ThumbnailSpool;
  /** What the cloud is told of cameras beside their streams. */
  readonly cameraParts: CameraPartsReport;
  readonly #deps: AnalysisDeps;
  readonly #decode: DecodeSupervision;
  readonly #notices: CoreNotices;
  readonly #overload: OverloadNotices;
  readonly #picturesLost: PicturesLost;
  readonly #installer: ModelInstaller;
  #install: NodeJS.Timeout | null = null;
  #reload: NodeJS.Timeout | null = null;
  #endWatch: () => void = () => undefined;
  #isStarted = false;
  #reinstalledAtMs = Number.NEGATIVE_INFINITY;
  #boxesTo: (boxes: LiveBoxes) => void = () => undefined;
  readonly #evaluators: FactListener[] = [];
  readonly #doorListeners: DoorsListener[] = [];
  #capabilitiesTo: () => void = () => undefined;
  #galleryFrom: () => Iterable<GalleryPart> = () => [];
  #named: NamesEvent = (report) => report;

  constructor(deps: AnalysisDeps) {
    this.#deps = deps;
    const { config, place, stores, busSocketPath, clock, log } = deps;
    const { store, outbox, openEvents, eventSpans } = stores;
    const { nowUtcMs, monotonicMs } = clock;
    this.#picturesLost = new PicturesLost({ store, outbox, log, nowUtcMs });
    this.spool = new ThumbnailSpool({
      folder: join(config.dataFolder, 'spool'),
      log,
      lastSequence: () => outbox.lastSequence(),
      acknowledgedSequence: () => outbox.acknowledgedSequence(),
      onLost: (lost) => this.#picturesLost.add(lost),
    });
    this.#installer = new ModelInstaller({
      modelsFolder: join(config.dataFolder, 'models'),
      log,
      onChange: (state) => this.#noticeInstallation(state),
      onInstalled: () => this.#reloadSoon(),
    });
    this.#notices = new CoreNotices({ outbox, log, nowUtcMs, monotonicMs });
    this.#decode = new DecodeSupervision({
      config,
      place,
      stores,
      busSocketPath,
      journal: new EventsJournal({ store, outbox, openEvents, eventSpans, log, nowUtcMs }),
      spool: this.spool,
      log,
      nowUtcMs,
      onActivity: (activity) => deps.onActivity?.(activity),
      onBoxes: (boxes) => this.#boxesTo(boxes),
      onFacts: (cameraId, facts) => this.#evaluators.forEach((evaluator) => evaluator.facts(cameraId, facts)),
      onDoors: (cameraId, told) => this.#doorListeners.forEach((hear) => hear(cameraId, told)),
      onBlind: (cameraIds) => this.#evaluators.forEach((evaluator) => evaluator.blind(cameraIds)),
      onCapabilities: () => this.#capabilitiesTo(),
      galleryParts: () => this.#galleryFrom(),
      named: (report) => this.#named(report),
      onModels: (statuses) => this.#noticeModels(statuses),
      onSuspended: (cameraId) => this.#noticeSuspension(cameraId),
      onRestarted: (detail) => this.#noticeRestart(detail),
    });
    this.#overload = new OverloadNotices({ notices: this.#notices, monotonicMs });
    this.cameraParts = new CameraPartsReport({
      outbox,
      log,
      clock,
      cameras: () => stores.cameras.list(),
      analysis: () => this.#checkCameras(),
    });
  }

  start(): void {
    const { config, log } = this.#deps;
    // A disk that is not there today must not keep the core from recording.
    if (config.modelPacks !== null && !existsSync(config.modelPacks))
      log.error({ folder: config.modelPacks }, 'the folder of model packs is not there');
    this.#isStarted = true;
    this.#decode.start();
    if (config.modelPacks !== null) this.#endWatch = watchPacks(config.modelPacks, () => this.#reloadSoon());
    this.cameraParts.start();
    if (config.fetchesModels) this.#install = setTimeout(() => this.#installer.start(), installAfterMs);
  }

  /** The wanted cameras may have changed. */
  configure(): void {
    this.#dropFaces();
    if (this.#isStarted) this.#decode.configure();
  }

  /** Where faces are not looked for any more, pictures of them do not leave any more. */
  #dropFaces(): void {
    const compared = this.#deps.stores.cameras.list().filter(({ analysis }) => analysis.comparesFaces);
    this.spool.dropFaces(new Set(compared.map(({ id }) => id)));
  }

  /** Who hears of boxes, of changed capabilities, and, beside others, of what rules are judged by, from now on. */
  listen({ boxes, capabilities, evaluator, gallery, named, doors }: Listeners): void {
    if (doors) this.#doorListeners.push(doors);
    if (gallery) this.#galleryFrom = gallery;
    if (named) this.#named = named;
    if (evaluator) this.#evaluators.push(evaluator);
    if (boxes) this.#boxesTo = boxes;
    if (capabilities) this.#capabilitiesTo = capabilities;
  }

  /** Somebody looks at the boxes of these cameras, and of no others. */
  setWatched(cameraIds: readonly string[]): void {
    this.#decode.setWatched(cameraIds);
  }

  /** What rules are judged by is told of these cameras, and of no others. */
  setEvaluated(cameraIds: ReadonlySet<string>): void {
    this.#decode.setEvaluated(cameraIds);
  }

  /** What models of their own are asked to recognise, by camera. */
  setSpots(spots: ReadonlyMap<string, readonly SpotTask[]>): void {
    this.#decode.setSpots(spots);
  }

  /** The doors that are watched, by camera. */
  setDoors(doors: ReadonlyMap<string, readonly WatchedDoor[]>): void {
    this.#decode.setDoors(doors);
  }

  /** A part of the gallery is another one now, or gone. */
  putGallery(part: GalleryPart): void {
    this.#decode.putGallery(part);
  }

  /** Finds the faces in a picture, base64. */
  describeFaces(bytes: string): Promise<FoundFaces> {
    return this.#decode.describeFaces(bytes);
  }

  /** What the core announces of seeing. */
  capabilities(): string[] {
    return announcedCapabilities(this.#decode.capabilities());
  }

  /** The process that looks at the first cameras. */
  get pid(): number | null {
    return this.#decode.pid;
  }

  async status(): Promise<AnalysisStatus> {
    const status = await this.#decode.status();
    return { ...status, models: withInstallation(status.models, this.#installer.state) };
  }

  async stop(): Promise<void> {
    if (this.#install) clearTimeout(this.#install);
    if (this.#reload) clearTimeout(this.#reload);
    this.#endWatch();
    this.cameraParts.stop();
    await Promise.all([this.#installer.stop(), this.#decode.stop()]);
    this.#picturesLost.stop();
    this.#notices.stop();
  }

  /** Several packs come at once; each reload opens them anew. */
  #reloadSoon(): void {
    if (this.#reload !== null) return;
    this.#reload = setTimeout(() => {
      this.#reload = null;
      this.#decode.reloadModels();
    }, reloadAfterMs);
  }

  /** The pinned source is the cure of a damaged pack: the installer takes it away and makes it anew. */
  #reinstall(): void {
    const nowMs = this.#deps.clock.monotonicMs();
    if (!this.#deps.config.fetchesModels || nowMs - this.#reinstalledAtMs < reinstallEveryMs) return;
    this.#reinstalledAtMs = nowMs;
    this.#installer.start();
  }

  async #checkCameras(): Promise<AnalysisStatus['cameras']> {
    const { cameras } = await this.#decode.status();
    this.#overload.look(cameras);
    return cameras;
  }

  #noticeRestart(detail: string): void {
    this.#notices.notify({ code: 'analysis_restarted', subject: 'decode', detail }, restartNoticeMs);
  }

  #noticeSuspension(cameraId: string): void {
    this.#notices.notify({ code: 'analysis_suspended', subject: cameraId, detail: cameraId }, suspensionNoticeMs);
  }

  #noticeInstallation({ isRunning, failure }: InstallState): void {
    if (failure !== null)
      this.#notices.notify({ code: failure.code, subject: 'installation', detail: failure.detail }, Infinity);
    else if (!isRunning) this.#notices.settle('installation');
  }

  /** A pack that failed is told of once, until it works; a core that cannot run any, once. */
  #noticeModels(statuses: readonly ModelStatus[]): void {
    for (const { packId, version, state, failure, detail, source } of statuses) {
      if (source === 'builtIn' && failure === 'model_corrupt') this.#reinstall();
      const subject = `${packId}@${version}`;
      if (failure === 'model_runtime_absent')
        this.#notices.notify({ code: failure, subject: 'runtime', detail }, Infinity);
      else if (state === 'failed' && failure !== null)
        this.#notices.notify({ code: failure, subject, detail: `${subject}: ${detail}` }, Infinity);
      else if (state === 'ready') this.#notices.settle(subject);
    }
  }
}
