import type { SourceEndReason, StreamConfig } from '@sightline/media/units/access-unit';
import { Ingest } from '../../capabilities/ingest/ingest.ts';
import type {
  ActivityMessage,
  ConfigureMessage,
  IngestMessage,
  DesiredRecording,
  StreamConfigMessage,
  DesiredStream,
} from '../../capabilities/ingest/ingest-messages.ts';
import type { IngestDrivers, StreamStatus } from '../../capabilities/ingest/stream-ingest.ts';
import type { Disk } from '../../capabilities/footage/disk.ts';
import type { RecordMessage } from '../../capabilities/footage/record-messages.ts';
import { Recorder, type RecordedStream } from '../../capabilities/record/recorder.ts';
import { plainTarget, type RecordingTarget } from '../../capabilities/record/recording-target.ts';
import { MediaBusServer } from '../../platform/media-bus/media-bus-server.ts';
import { succeedListener } from '../../platform/media-bus/media-bus-successor.ts';
import { nowUtcMs } from '../../platform/clock.ts';

export interface MediaSessionDeps {
  drivers: IngestDrivers;
  disk: Disk;
  send: (message: IngestMessage | RecordMessage) => void;
  /** A stream on demand is kept for so long after its last viewer, so that the next one starts at once; 10 s unless a test says otherwise. */
  lingerMs?: number;
  /** Without a main process it records for so long; 60 s unless a test says otherwise. */
  outliveMs?: number;
}

const heartbeatMs = 1000;
const defaultLingerMs = 10_000;
/** Without a main process nobody makes room, or says what to record. The start of a core took 38 s at a load of 33 on two processors. */
const defaultOutliveMs = 60_000;

/** Everything the media worker does: streams in, footage to disk, live units to the bus. */
export class MediaSession {
  readonly #deps: MediaSessionDeps;
  readonly #ingest: Ingest;
  readonly #epochsMs = new Map<string, number>();
  readonly #lingering = new Map<string, NodeJS.Timeout>();
  #desired: readonly DesiredStream[] = [];
  #recorder: Recorder | null = null;
  #bus: MediaBusServer | null = null;
  #applying: Promise<void> = Promise.resolve();
  #heartbeat: NodeJS.Timeout | null = null;
  #isAwaited = false;
  #yield: (() => void) | null = null;

  constructor(deps: MediaSessionDeps) {
    this.#deps = deps;
    this.#ingest = new Ingest(deps.drivers, {
      started: (desired, epochMs) => {
        this.#epochsMs.set(desired.streamId, epochMs);
        this.#recorder?.add(recordedStream(desired), epochMs);
      },
      config: (streamId, config) => this.#config(streamId, config),
      unit: (streamId, unit, cut) => {
        this.#recorder?.unit(streamId, unit, cut);
        this.#bus?.unit(streamId, unit);
      },
      status: (streamId, status) => this.#status(streamId, status),
      measure: (streamId, measure) =>
        this.#deps.send({ type: 'stream.measure', streamId, atUtcMs: nowUtcMs(), ...measure }),
      removed: (streamId, restarting) => this.#removed(streamId, restarting),
      resting: (desired) => this.#rest(desired),
    });
  }

  start(): void {
    this.#ingest.start();
    this.#heartbeat = setInterval(() => {
      this.#deps.send({
        type: 'heartbeat',
        atUtcMs: nowUtcMs(),
        streams: this.#ingest.size,
        rssBytes: process.memoryUsage.rss(),
      });
    }, heartbeatMs);
  }

  /** Lists are applied one after another; the last one wins. */
  configure(message: ConfigureMessage): Promise<void> {
    this.#applying = this.#applying.then(() => this.#apply(message));
    return this.#applying;
  }

  /** What the analysis saw of a camera: its streams are selected by it. */
  assess({ cameraId, fromUtcMs, untilUtcMs, isActive, cause }: ActivityMessage): void {
    for (const stream of this.#desired)
      if (stream.cameraId === cameraId)
        this.#recorder?.assess(stream.streamId, { fromUtcMs, untilUtcMs, isActive, cause });
  }

  /** The main process is gone: goes on recording until the recorder of the next one asks for the place, or the time for that is over. */
  outlive(end: () => void): void {
    // What nobody has told to record has nothing to hand over.
    if (this.#bus === null || this.#isAwaited) return end();
    this.#yield = end;
    setTimeout(end, this.#deps.outliveMs ?? defaultOutliveMs);
  }

  /** Ends all sources, closes all segments. */
  async stop(): Promise<void> {
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    for (const timer of this.#lingering.values()) clearTimeout(timer);
    await this.#ingest.stop();
    await this.#recorder?.stop();
    await this.#bus?.stop();
  }

  async #apply(message: ConfigureMessage): Promise<void> {
    if (this.#recorder === null) await this.#begin(message);
    if (message.mark) this.#recorder!.expect(message.mark);
    this.#desired = message.streams;
    await this.#ingest.apply(message.streams);
    for (const { streamId, recording } of message.streams) this.#recorder!.setTarget(streamId, targetOf(recording));
  }

  async #begin({
    volume,
    mark,
    syncPolicy,
    openSegments,
    unreadStreams,
    keptStreams,
    busSocketPath,
  }: ConfigureMessage): Promise<void> {
    const { disk, send } = this.#deps;
    await succeedListener(busSocketPath);
    this.#recorder = new Recorder({ volume, mark, disk, syncPolicy, openSegments, unreadStreams, emit: send });
    this.#recorder.start();
    this.#recorder.repairKept(keptStreams);
    this.#bus = new MediaBusServer(
      busSocketPath,
      (streamId) => this.#ingest.snapshot(streamId),
      (streamId, count) => this.#demanded(streamId, count),
    );
    this.#bus.onYield = () => {
      this.#isAwaited = true;
      this.#yield?.();
    };
    await this.#bus.start();
    send({ type: 'ready' });
  }

  #config(streamId: string, config: StreamConfig): void {
    this.#recorder?.config(streamId, config);
    this.#bus?.config(streamId, config);
    this.#deps.send(describeConfig(streamId, config));
  }

  #status(streamId: string, status: StreamStatus): void {
    const reason: SourceEndReason | null = status.state === 'offline' ? status.reason : null;
    // Whose connection is still held may send what is missing yet: nothing is lost so far.
    if (!status.isHeld) this.#recorder?.source(streamId, reason);
    const epochMs = this.#epochsMs.get(streamId);
    if (epochMs !== undefined) this.#bus?.status(streamId, { state: status.state, reason: status.reason, epochMs });
    this.#deps.send({ type: 'stream.status', streamId, ...status });
  }

  /** Not connected, yet accounted for. */
  #rest(desired: DesiredStream): void {
    const { streamId, driver, transport } = desired;
    this.#epochsMs.delete(streamId);
    this.#bus?.remove(streamId);
    this.#recorder?.add(recordedStream(desired), nowUtcMs());
    const chosen = driver === 'node-av' ? 'node-av' : 'rtsp';
    this.#deps.send({
      type: 'stream.status',
      streamId,
      state: 'off',
      reason: null,
      detail: '',
      sinceUtcMs: nowUtcMs(),
      driver: chosen,
      transport,
    });
  }

  #demanded(streamId: string, count: number): void {
    clearTimeout(this.#lingering.get(streamId));
    this.#lingering.delete(streamId);
    if (count > 0) void this.#ingest.demand(streamId, true);
    else
      this.#lingering.set(
        streamId,
        setTimeout(() => {
          this.#lingering.delete(streamId);
          void this.#ingest.demand(streamId, false);
        }, this.#deps.lingerMs ?? defaultLingerMs).unref(),
      );
  }

  #removed(streamId: string, restarting: boolean): void {
    if (restarting) {
      this.#recorder?.restarting(streamId);
      return;
    }
    this.#epochsMs.delete(streamId);
    this.#bus?.remove(streamId);
    this.#recorder?.remove(streamId);
  }
}

const targetOf = ({ mode, ...own }: DesiredRecording): RecordingTarget => {
  const plain = plainTarget(mode);
  return {
    mode,
    preRollMs: own.preRollMs ?? plain.preRollMs,
    postRollMs: own.postRollMs ?? plain.postRollMs,
    recordsAudio: own.recordsAudio ?? plain.recordsAudio,
  };
};

const recordedStream = ({ streamId, recording }: DesiredStream): RecordedStream => ({
  streamId,
  target: targetOf(recording),
  accountedUntilUtcMs: recording.accountedUntilUtcMs,
  ...(recording.downCause === undefined ? {} : { downCause: recording.downCause }),
  ...(recording.laterDown === undefined ? {} : { laterDown: recording.laterDown }),
});

function describeConfig(streamId: string, { video, audio }: StreamConfig): StreamConfigMessage {
  const { codec, width, height, codecString, nominalFps, reorders } = video;
  return {
    type: 'stream.config',
    streamId,
    atUtcMs: nowUtcMs(),
    video: { codec, width, height, codecString, nominalFps, reorders },
    audio:
      audio === null
        ? null
        : {
            codec: audio.codec,
            sampleRate: audio.sampleRate,
            channels: audio.channels,
            codecString: audio.codecString,
          },
  };
}
