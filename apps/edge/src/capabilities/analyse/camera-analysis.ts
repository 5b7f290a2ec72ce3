import type { CameraAnalysisStatus } from '@sightline/contracts/analysis/analysis';
import { type AnalysisPace, createAnalysisPace } from './analysis-pace.ts';
import { movingLevel } from '../motion/moving-level.ts';
import { createActivityWatch } from './activity-watch.ts';
import type { AnalysedCamera, DecodeWorkerEvent } from './analyse-messages.ts';
import { createBoxReports } from './box-reports.ts';
import { CameraDoors } from '../recognise/doors/camera-doors.ts';
import { CameraView } from '../tamper/camera-view.ts';
import { CameraSource, chooseStream } from './camera-source.ts';
import type { DecodeLoop } from '../decode/decode-loop.ts';
import type { DecodedPicture, Decoding, HeldPicture } from '../decode/decoding.ts';
import { encodePart } from './event-pictures.ts';
import { FactFeed } from './fact-feed.ts';
import type { InferenceScheduler } from './inference-scheduler.ts';
import { markedDecoding } from './marked-decoding.ts';
import { createMotionGate } from '../motion/motion-gate.ts';
import type { MotionIndexWriter } from '../motion/motion-index-writer.ts';
import { createMotionMemory, quietMotion } from '../motion/motion-memory.ts';
import { createOverrunWatch } from './overrun-watch.ts';
import { PictureFlow } from './picture-flow.ts';
import { createRateWindow } from './rate-window.ts';
import type { WorkMarks } from './work-marks.ts';
import type { ModelSet } from '../models/inference.ts';
import { spotsOf } from '../recognise/spotting.ts';
import type { MotionPicture, Recogniser, ToldLook, ToldTraits } from '../recognise/recogniser.ts';
import type { Clock } from '../../platform/clock.ts';

export interface CameraAnalysisDeps {
  busSocketPath: string;
  decoding: Decoding;
  scheduler: InferenceScheduler;
  loop: DecodeLoop;
  marks: WorkMarks;
  index: Pick<MotionIndexWriter, 'note'>;
  models: ModelSet;
  maxInferencesPerSecond: number | undefined;
  clock: Clock;
  emit: (event: DecodeWorkerEvent) => void;
  /** Something failed that does not end the analysis. */
  onTrouble: (detail: string) => void;
  /** Where is kept what cameras usually show; null: nowhere. */
  viewsFolder: string | null;
  makeRecogniser: (camera: AnalysedCamera, tell: (told: ToldLook | ToldTraits) => void) => Recogniser;
}

/** Wider pictures are made smaller before anybody looks at them. */
const maxInferenceWidth = 1920;
/** Without pictures for so long the camera counts as silent. */
const silentAfterMs = 4_000;
/** While a backlog is worked off, decoding waits so long for the detector. */
const patienceMs = 250;
const backwardsMs = 1_000;
/** The same for what went forwards without pictures between. */
const forwardsMs = 60_000;

/** Looks at the pictures of one camera: motion for every second, and the detector whenever something moves. */
export class CameraAnalysis {
  #camera: AnalysedCamera;
  readonly #deps: CameraAnalysisDeps;
  readonly #pace: AnalysisPace;
  readonly #gate = createMotionGate();
  readonly #memory = createMotionMemory();
  readonly #boxes = createBoxReports();
  readonly #activity = createActivityWatch();
  readonly #decoded = createRateWindow();
  readonly #overruns = createOverrunWatch();
  readonly #flow: PictureFlow;
  readonly #recogniser: Recogniser;
  readonly #feed: FactFeed;
  readonly #view: CameraView;
  readonly #doors: CameraDoors;
  #source: CameraSource | null = null;
  #running: Promise<void> = Promise.resolve();
  #lastUtcMs: number | null = null;
  #heardAtMs: number | null = null;
  #level = 0;
  #quietSecond = Number.NaN;
  #isWatched = false;
  #shownTracks = 0;
  #isStopped = false;
  /** Rises when the clock of the stream goes back: looks from before would be from the future. */
  #era = 0;

  constructor(camera: AnalysedCamera, deps: CameraAnalysisDeps) {
    this.#camera = camera;
    this.#deps = deps;
    this.#pace = createAnalysisPace(deps.maxInferencesPerSecond);
    this.#feed = new FactFeed((facts) => deps.emit({ type: 'facts', cameraId: camera.cameraId, facts }));
    this.#doors = new CameraDoors({
      tell: (told) => deps.emit({ type: 'doors', cameraId: camera.cameraId, told }),
      camera: () => this.#camera,
      encode: (picture) => encodePart(deps.decoding, this.#camera.privacy ?? null, picture),
    });
    this.#recogniser = deps.makeRecogniser(camera, (told) => {
      this.#feed.looked(told);
      this.#doors.looked(told);
    });
    const { viewsFolder: folder, onTrouble } = deps;
    const tell = this.#feed.picture.bind(this.#feed);
    this.#view = new CameraView({ cameraId: camera.cameraId, folder, onTrouble, tell });
    this.#setEvaluated();
    this.#activity.setArea(camera.settings);
    this.#flow = new PictureFlow({
      decoding: markedDecoding(deps.decoding, () => deps.marks.decoding(camera.cameraId)),
      pace: this.#pace,
      wallOf: (ticks90k) => this.#source?.wallOf(ticks90k) ?? 0,
      onPicture: (picture, atUtcMs) => this.#takePicture(picture, Math.round(atUtcMs)),
      onQuiet: (atUtcMs) => this.#noteQuiet(atUtcMs),
      onDropped: (pictures) => deps.scheduler.countDropped(camera.cameraId, pictures),
      onOverrun: () => {
        this.#overruns.note(deps.clock.monotonicMs());
        this.#activity.missed();
      },
      isEmpty: () => this.#recogniser.openCount() === 0,
      mayCatchUp: () =>
        !deps.scheduler.isEngaged(camera.cameraId) || deps.scheduler.queueAgeMs(camera.cameraId) > patienceMs,
    });
    this.#subscribe();
  }

  /** New settings or other streams, at once. */
  configure(camera: AnalysedCamera): void {
    this.#camera = camera;
    this.#recogniser.configure(camera.settings);
    this.#setEvaluated();
    this.#activity.setArea(camera.settings);
    if (chooseStream(camera.streams)?.streamId !== this.#source?.stream.streamId) this.#subscribe();
  }

  /** Boxes are told only while somebody looks at them, beginning with what is known. */
  setWatched(isWatched: boolean): void {
    if (isWatched && !this.#isWatched) {
      this.#isWatched = true;
      this.#showBoxes(this.#lastUtcMs ?? this.#deps.clock.nowUtcMs());
    }
    this.#isWatched = isWatched;
  }

  /** Does one piece of decoding; for the loop. */
  step(): boolean {
    try {
      return !this.#isStopped && this.#flow.step();
    } catch (error) {
      // Broken pictures must not end the others' analysis: begins anew with the next keyframe.
      this.#deps.onTrouble(`decoding of ${this.#camera.cameraId}: ${String(error)}`);
      this.#subscribe();
      return false;
    }
  }

  /** Twice a second: lets time pass for what is followed, and goes on with what waited for the detector. */
  tick(): void {
    const { scheduler, loop } = this.#deps;
    scheduler.share(this.#camera.cameraId);
    loop.request(this);
    this.#notifyActivity();
    this.#tickFeed();
    if (this.#isSilent()) this.#doors.lose();
    if (scheduler.isEngaged(this.#camera.cameraId)) return;
    const seenUtcMs = this.#seenUntilUtcMs();
    if (seenUtcMs === null) return;
    this.#recogniser.tick(Math.round(seenUtcMs));
    if (this.#recogniser.wantsInferences()) this.#pace.wake(seenUtcMs);
    if (this.#hidesObjects() || this.#recogniser.tracks().length !== this.#shownTracks)
      this.#showBoxes(seenUtcMs, true);
  }

  status(): CameraAnalysisStatus {
    const { scheduler, clock } = this.#deps;
    const { isOverloaded, ...share } = scheduler.share(this.#camera.cameraId);
    const state = this.#state();
    const canInfer = this.#canInfer();
    const cause =
      state === 'waiting'
        ? (this.#source?.cause ?? 'stream_offline')
        : !canInfer
          ? this.#modelCause()
          : isOverloaded || this.#overruns.isLasting(clock.monotonicMs())
            ? 'analysis_overloaded'
            : null;
    return {
      cameraId: this.#camera.cameraId,
      state,
      cause,
      stream: this.#source?.stream.kind ?? null,
      decodedFps: this.#decoded.perSecond(clock.monotonicMs()),
      ...share,
      queueAgeMs: Math.max(share.queueAgeMs, this.#flow.lagMs()),
      motionLevel: state === 'waiting' ? 0 : this.#level,
      openTracks: this.#recogniser.openCount(),
    };
  }

  /** Ends every track and lets go of the stream. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#source?.close();
    this.#deps.loop.remove(this);
    this.#deps.scheduler.remove(this.#camera.cameraId);
    await this.#running;
    this.#recogniser.close(Math.round(this.#seenUntilUtcMs() ?? this.#deps.clock.nowUtcMs()));
    this.#feed.end();
    this.#doors.lose();
    await this.#view.close();
    this.#flow.close();
    this.#showBoxes(this.#deps.clock.nowUtcMs());
  }

  #subscribe(): void {
    this.#source?.close();
    this.#flow.close();
    this.#gate.reset();
    this.#view.reset();
    const stream = chooseStream(this.#camera.streams);
    this.#source =
      stream === null
        ? null
        : new CameraSource(this.#deps.busSocketPath, stream, {
            config: (config) => this.#flow.configure(config),
            unit: (unit) => {
              this.#heardAtMs = this.#deps.clock.monotonicMs();
              if (unit.key) this.#boxes.noteKeyframe(this.#source?.wallOf(unit.pts90k) ?? 0);
              if (this.#flow.add(unit)) this.#deps.loop.request(this);
            },
          });
  }

  #takePicture(picture: DecodedPicture, atUtcMs: number): boolean | null {
    this.#decoded.add(this.#deps.clock.monotonicMs(), 1);
    if (this.#lastUtcMs !== null && atUtcMs < this.#lastUtcMs - backwardsMs) this.#beginAnew(this.#lastUtcMs);
    // Nobody was followed through so long a time: a clock that was set, or a stream that was away.
    else if (this.#lastUtcMs !== null && atUtcMs > this.#lastUtcMs + forwardsMs) this.#recogniser.tick(atUtcMs);
    if (!this.#pace.isDue(atUtcMs)) return null;
    this.#lastUtcMs = atUtcMs;
    const motion = this.#gate.assess(picture.luma(), atUtcMs);
    this.#level = motion.level;
    this.#memory.add(motion, atUtcMs);
    this.#activity.compared(atUtcMs, motion);
    this.#noteMotion(atUtcMs, motion);
    this.#view.look(() => picture.fineLuma(), { atUtcMs, streamId: this.#source?.stream.streamId ?? '' });
    // What is not told yet must not wait for the next keyframe.
    if (this.#doors.look(picture, atUtcMs, this.#recogniser.tracks())) this.#pace.wake(atUtcMs);
    const { level, isGlobal } = motion;
    const recogniser = this.#recogniser;
    const update = {
      atUtcMs,
      level,
      isGlobal,
      wantsInferences: recogniser.wantsInferences(),
      isSettled: recogniser.isSettled(),
      openCount: recogniser.openCount(),
    };
    if (this.#pace.take(update) && this.#canInfer()) this.#offer(picture.hold(), atUtcMs);
    return level >= movingLevel || isGlobal;
  }

  #offer(held: HeldPicture, atUtcMs: number): void {
    const era = this.#era;
    const look = {
      run: (): Promise<void> =>
        (this.#running = era === this.#era ? this.#look(held, atUtcMs) : Promise.resolve(held.free())),
      drop: (): void => held.free(),
    };
    this.#deps.scheduler.offer(this.#camera.cameraId, look);
  }

  async #look(held: HeldPicture, atUtcMs: number): Promise<void> {
    this.#deps.marks.looking(this.#camera.cameraId);
    try {
      const image = held.toRgb(maxInferenceWidth);
      await this.#recogniser.look({ image, atUtcMs, motion: this.#memory.take() });
      for (const spots of await spotsOf(this.#deps.models, this.#camera.spots ?? [], { image, atUtcMs }))
        this.#feed.spotted(spots);
      const wantsInferences = this.#recogniser.wantsInferences();
      this.#boxes.noteLook(atUtcMs, (keyframeMs) => this.#pace.nextLookMs({ atUtcMs, wantsInferences, keyframeMs }));
      if (!this.#isStopped) this.#showBoxes(atUtcMs, true);
    } catch (error) {
      this.#deps.onTrouble(
        `looking at ${this.#camera.cameraId}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
    held.free();
    this.#deps.marks.looking(null);
    this.#deps.loop.request(this);
  }

  /** To whoever records only what happens. */
  #notifyActivity(): void {
    const { cameraId, records } = this.#camera;
    if (!records) return;
    const { scheduler, clock, emit } = this.#deps;
    const isBehind =
      this.#overruns.isLasting(clock.monotonicMs()) ||
      (records === 'objects' && scheduler.share(cameraId).isOverloaded);
    const isBlind = records === 'objects' && !this.#canInfer();
    const cause = isBehind ? 'analysis_overloaded' : isBlind ? (this.#modelCause() ?? 'recording_not_selective') : null;
    const isUndecided = scheduler.isEngaged(cameraId) || this.#recogniser.wantsInferences();
    const activity = this.#activity.take(records, { openCount: this.#recogniser.openCount(), isUndecided }, cause);
    if (activity !== null) emit({ type: 'activity', cameraId, ...activity });
  }

  #noteMotion(atUtcMs: number, motion: MotionPicture): void {
    this.#deps.index.note(this.#camera.cameraId, atUtcMs, motion);
    this.#feed.motion(motion, atUtcMs);
  }

  #setEvaluated(): void {
    const isJudged = this.#camera.isJudged === true;
    this.#feed.setReporting(isJudged);
    this.#recogniser.setReporting(isJudged);
    this.#view.hide(this.#camera.privacy?.areas ?? []);
    this.#doors.configure(this.#camera.doors ?? []);
  }

  #tickFeed(): void {
    if (!this.#feed.isReporting || this.#heardAtMs === null) return;
    this.#feed.tick({
      seenUntilUtcMs: this.#flow.seenUntilUtcMs(),
      nowMs: this.#deps.clock.monotonicMs(),
      isEngaged: this.#deps.scheduler.isEngaged(this.#camera.cameraId),
      canInfer: this.#canInfer(),
      isSilent: this.#isSilent(),
    });
  }

  #isSilent(): boolean {
    return this.#heardAtMs === null || this.#deps.clock.monotonicMs() - this.#heardAtMs > silentAfterMs;
  }

  /** Of pictures that were not decoded; the first of a second says it. */
  #noteQuiet(atUtcMs: number): void {
    const second = Math.floor(atUtcMs / 1_000);
    if (second !== this.#quietSecond) this.#noteMotion(atUtcMs, quietMotion);
    this.#quietSecond = second;
  }

  /** The clock of the stream went back: what was followed cannot go on. */
  #beginAnew(lastUtcMs: number): void {
    this.#era++;
    this.#gate.reset();
    this.#pace.reset();
    this.#recogniser.close(lastUtcMs);
    this.#feed.end();
    this.#doors.lose();
  }

  /** `wasLooked`: everything until then was looked at, so that nothing else is there. */
  #showBoxes(atUtcMs: number, wasLooked = false): void {
    if (!this.#isWatched) return;
    const tracks = this.#isStopped ? [] : this.#recogniser.tracks();
    const isSeen = wasLooked && this.#hidesObjects() && this.#canInfer();
    if (tracks.length > 0 || this.#shownTracks > 0 || isSeen)
      this.#deps.emit({
        ...this.#boxes.notify(tracks, atUtcMs),
        type: 'boxes',
        present: isSeen ? this.#recogniser.present() : null,
        cameraId: this.#camera.cameraId,
        atUtcMs: Math.round(this.#source?.arrivalOf(atUtcMs) ?? atUtcMs),
      });
    this.#shownTracks = tracks.length;
  }

  /** A camera that fell silent was seen until now: what does not come is not there. */
  #seenUntilUtcMs(): number | null {
    if (this.#heardAtMs === null) return null;
    const silentMs = this.#deps.clock.monotonicMs() - this.#heardAtMs;
    const seenUtcMs = this.#flow.seenUntilUtcMs();
    return silentMs > silentAfterMs / 2 ? seenUtcMs + silentMs : seenUtcMs;
  }

  #state(): CameraAnalysisStatus['state'] {
    if (this.#isSilent()) return 'waiting';
    if (!this.#canInfer()) return 'motionOnly';
    return this.#pace.isActive(this.#lastUtcMs ?? 0) ? 'active' : 'idle';
  }

  /** Whoever hides objects must also know when there are none. */
  #hidesObjects(): boolean {
    const { privacy } = this.#camera;
    return privacy !== undefined && privacy !== null && privacy.objects.length > 0 && privacy.isLookedFor;
  }

  #canInfer(): boolean {
    return this.#deps.models.detector !== null && this.#camera.settings.objectsToScan.length > 0;
  }

  #modelCause(): CameraAnalysisStatus['cause'] {
    if (this.#camera.settings.objectsToScan.length === 0) return null;
    const detectors = this.#deps.models.statuses().filter((status) => status.task === 'detect');
    return detectors.find((status) => status.failure !== null)?.failure ?? 'model_absent';
  }
}
