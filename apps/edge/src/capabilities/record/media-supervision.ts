import type { ActivityMessage, ConfigureMessage, IngestMessage, DesiredRecording } from '../ingest/ingest-messages.ts';
import { StreamRegistry } from '../ingest/stream-registry.ts';
import { RecordJournal } from './record-journal.ts';
import type { RecordMessage } from '../footage/record-messages.ts';
import { isWriting } from './recording-target.ts';
import { desiredStreams } from '../sync/desired-streams.ts';
import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { SupervisedProcess } from '../../platform/processes/supervised-process.ts';
import { workerEntry } from '../../platform/processes/worker-entry.ts';
import { StoreQueue } from '../../platform/store/store-queue.ts';
import { CoreNotices } from '../report/core-notices.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import type { FootagePlace } from '../place/footage-place.ts';
import { recordingNotice } from './recording-notices.ts';
import { notifyGap } from '../report/tell-gap.ts';
import { noteRead, noteUnread, unreadStreams } from '../recover/unread-streams.ts';

export interface MediaSupervisionDeps {
  stores: EdgeStores;
  volume: string;
  /** The disk that must be there; whatever lies in the folder is used unless given. */
  place?: Pick<FootagePlace, 'mark' | 'isUnread'>;
  busSocketPath: string;
  clock: Clock;
  log: Log;
  /** Since when an update kept this core from recording, or null. */
  updatingSinceUtcMs?: number | null;
}

/** Ids of streams. */
export interface RecordingNow {
  /** Those that are written, or would be if anything happened that is wanted. */
  recorded: ReadonlySet<string>;
  /** Those of which nothing is wanted: switched off, outside of their hours, removed. */
  unwanted: ReadonlySet<string>;
}

/** What was written last may not have been heard of when the core ended. */
const accountingSlackMs = 30_000;
/** Schedules change with a minute of the site; looked at this often, they also follow a clock that was set. */
const scheduleCheckMs = 1_000;
const quietNoticeMs = 600_000;
/** One that ends again and again is told of once a minute. */
const restartNoticeMs = 60_000;

const mediaWorkerEntry = workerEntry('media-worker');

/** Keeps the media worker running, tells it what to record, and keeps what it says. */
export class MediaSupervision {
  readonly #deps: MediaSupervisionDeps;
  readonly #process: SupervisedProcess;
  readonly #journal: RecordJournal;
  readonly #writes: StoreQueue;
  readonly #notices: CoreNotices;
  #scheduled: readonly CameraConfig[] = [];
  #scheduledModes = '';
  #scheduleTimer: NodeJS.Timeout | null = null;
  readonly registry: StreamRegistry;
  readonly #startedUtcMs: number;
  /** A recorder of this core has ended without being told to. */
  #hasEnded = false;

  constructor(deps: MediaSupervisionDeps) {
    this.#deps = deps;
    this.#startedUtcMs = deps.clock.nowUtcMs();
    const { stores, clock } = deps;
    const nowUtcMs = (): number => Math.round(clock.nowUtcMs());
    this.#writes = new StoreQueue(deps.log);
    this.#notices = new CoreNotices({
      outbox: stores.outbox,
      log: deps.log,
      nowUtcMs,
      monotonicMs: clock.monotonicMs,
    });
    this.registry = new StreamRegistry({
      nowUtcMs,
      onChange: (body) => stores.outbox.append(nowUtcMs(), body),
      onReorders: (streamId, reorders) => stores.cameras.noteReorders(streamId, reorders),
    });
    this.#journal = new RecordJournal({
      store: stores.store,
      segments: stores.segments,
      gaps: stores.gaps,
      write: (job) => this.#writes.add(job),
      onGapClosed: (gap) => notifyGap(stores, gap, nowUtcMs()),
    });
    this.#process = new SupervisedProcess({
      name: 'media',
      entry: mediaWorkerEntry,
      log: deps.log,
      recordsFootage: true,
      onMessage: (message) => this.#receive(message as IngestMessage | RecordMessage),
      onStart: () => {
        this.#writes.add(() => this.#journal.closeForgotten());
        this.configure();
      },
      onCrash: (detail) => {
        this.#hasEnded = true;
        this.#writes.add(() => {
          this.#journal.flush();
          this.registry.workerLost();
        });
        this.#notices.notify({ code: 'recorder_down', subject: 'recorder', detail }, restartNoticeMs);
      },
    });
  }

  start(): void {
    this.#process.start();
    this.#scheduleTimer = setInterval(() => {
      if (this.#scheduled.length > 0 && this.#modesNow() !== this.#scheduledModes) this.configure();
    }, scheduleCheckMs);
  }

  /** What the analysis saw of a camera of which only some footage is wanted. */
  noteActivity(activity: Omit<ActivityMessage, 'type'>): void {
    this.#process.send({ type: 'activity', ...activity } satisfies ActivityMessage);
  }

  get pid(): number | null {
    return this.#process.pid;
  }

  /** The wanted cameras may have changed: tells the worker everything it should do from now on. */
  configure(): void {
    const { stores, volume, busSocketPath, place } = this.#deps;
    const reorders = new Map(stores.cameras.streams().map((stream) => [stream.id, stream.reorders === 1]));
    const nowUtcMs = this.#deps.clock.nowUtcMs();
    // What a clock that was ahead has filed in the future says nothing of the time until then.
    const accountedUntilUtcMs = (streamId: string): number | null =>
      latest(stores.segments.latestEnd(streamId, nowUtcMs), stores.gaps.latestEnd(streamId, Math.round(nowUtcMs)));
    const cameras = stores.cameras.list();
    this.#scheduled = cameras.filter((camera) => camera.recordingMode === 'schedule');
    this.#scheduledModes = this.#modesNow();
    const streams = desiredStreams(cameras, {
      reorders: (streamId) => reorders.get(streamId) ?? false,
      accountedUntilUtcMs,
      down: (untilUtcMs) => this.#down(untilUtcMs),
      nowUtcMs,
    });
    const wanted = new Set(streams.map((stream) => stream.streamId));
    const keptStreams = [...reorders.keys()]
      .filter((streamId) => !wanted.has(streamId))
      .map((streamId) => ({ streamId, accountedUntilUtcMs: accountedUntilUtcMs(streamId) }));
    this.#writes.add(() => this.registry.setWanted(streams));
    const openSegments = place?.isUnread === true ? null : stores.segments.openPaths();
    const where = { volume, mark: place?.mark ?? null, busSocketPath };
    this.#process.send({
      type: 'configure',
      streams,
      ...where,
      syncPolicy: 'fragment',
      openSegments,
      unreadStreams: unreadStreams(stores.meta),
      keptStreams,
    } satisfies ConfigureMessage);
  }

  /** Of the time since this process began, the recorder that ended is the cause. */
  #down(untilUtcMs: number | null): Pick<DesiredRecording, 'downCause' | 'laterDown'> {
    const startedUtcMs = Math.round(this.#startedUtcMs);
    const downCause = this.#downCause(untilUtcMs);
    const before = downCause === undefined ? {} : { downCause };
    if (!this.#hasEnded || untilUtcMs === null) return before;
    return untilUtcMs >= startedUtcMs
      ? { downCause: 'recorder_down' }
      : { ...before, laterDown: { cause: 'recorder_down', fromUtcMs: startedUtcMs } };
  }

  /** Footage that ended when an update began and before this process did is missing for the sake of the update. */
  #downCause(untilUtcMs: number | null): 'core_updating' | undefined {
    const since = this.#deps.updatingSinceUtcMs ?? null;
    return since !== null &&
      untilUtcMs !== null &&
      untilUtcMs >= since - accountingSlackMs &&
      untilUtcMs < this.#startedUtcMs
      ? 'core_updating'
      : undefined;
  }

  async stop(): Promise<void> {
    if (this.#scheduleTimer) clearInterval(this.#scheduleTimer);
    await this.#process.stop();
    this.#end();
  }

  /**
   * Ends without ending the recorder, as if this process had been killed: the next one finds on the disk what it wrote. Answers how to
   * end it after all.
   */
  leave(): () => void {
    if (this.#scheduleTimer) clearInterval(this.#scheduleTimer);
    const endRecorder = this.#process.leave();
    this.#end();
    return endRecorder;
  }

  #end(): void {
    this.#writes.add(() => this.#journal.flush());
    this.#writes.stop();
    this.#notices.stop();
  }

  /** What is recorded now, and what is not wanted. */
  recordingNow(): RecordingNow {
    const { cameras } = this.#deps.stores;
    const streams = this.#desiredNow(cameras.list());
    const unwanted = streams.filter(({ recording }) => !isWriting(recording)).map(({ streamId }) => streamId);
    const removed = cameras.streams().filter(({ removedAtUtcMs }) => removedAtUtcMs !== null);
    const wanted = streams.map(({ streamId }) => streamId).filter((id) => !unwanted.includes(id));
    return {
      recorded: new Set(wanted.filter((id) => this.registry.isRecording(id))),
      unwanted: new Set([...unwanted, ...removed.map(({ id }) => id)]),
    };
  }

  #desiredNow(cameras: readonly CameraConfig[]): ReturnType<typeof desiredStreams> {
    return desiredStreams(cameras, {
      reorders: () => false,
      accountedUntilUtcMs: () => null,
      nowUtcMs: this.#deps.clock.nowUtcMs(),
    });
  }

  #modesNow(): string {
    return this.#desiredNow(this.#scheduled)
      .map(({ streamId, recording }) => `${streamId} ${recording.mode}`)
      .join();
  }

  #cameraOf(streamId: string): string | undefined {
    return this.#deps.stores.cameras.streams().find((stream) => stream.id === streamId)?.cameraId;
  }

  #receive(message: IngestMessage | RecordMessage): void {
    if (message.type !== 'heartbeat') this.#writes.add(() => this.#keep(message));
  }

  #keep(message: IngestMessage | RecordMessage): void {
    this.#journal.receive(message as RecordMessage);
    this.registry.receive(message);
    if (message.type === 'stream.unread') noteUnread(this.#deps.stores.meta, [message.streamId]);
    if (message.type === 'stream.read') noteRead(this.#deps.stores.meta, message.streamId);
    const notice = recordingNotice(message as RecordMessage, (streamId) => this.#cameraOf(streamId));
    if (notice !== null) this.#notices.notify(notice, quietNoticeMs);
    if (message.type === 'disk.status') {
      if (message.state !== 'ok')
        this.#deps.stores.outbox.append(Math.round(message.atUtcMs), {
          kind: 'coreNotice',
          code: message.state,
          detail: message.detail.slice(0, 500),
        });
      this.#deps.log.warn({ disk: message.state, detail: message.detail }, 'disk changed state');
    }
  }
}

function latest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
