import type { SourceEndReason, StreamConfig } from '@sightline/media/units/access-unit';
import { Ingest } from '../../capabilities/ingest/ingest.ts';
import type { ConfigureMessage, IngestMessage, StreamConfigMessage } from '../../capabilities/ingest/ingest-messages.ts';
import type { IngestDrivers, StreamStatus } from '../../capabilities/ingest/stream-ingest.ts';
import type { Disk } from '../../capabilities/record/disk.ts';
import type { RecordMessage } from '../../capabilities/record/record-messages.ts';
import { Recorder } from '../../capabilities/record/recorder.ts';
import { MediaBusServer } from '../../platform/media-bus/media-bus-server.ts';

export interface MediaSessionParts {
  drivers: IngestDrivers;
  disk: Disk;
  send: (message: IngestMessage | RecordMessage) => void;
}

const HEARTBEAT_MS = 1000;

/** Everything the media worker does: streams in, footage to disk, live units to the bus. */
export class MediaSession {
  readonly #parts: MediaSessionParts;
  readonly #ingest: Ingest;
  readonly #epochsMs = new Map<string, number>();
  #recorder: Recorder | null = null;
  #bus: MediaBusServer | null = null;
  #applying: Promise<void> = Promise.resolve();
  #heartbeat: NodeJS.Timeout | null = null;

  constructor(parts: MediaSessionParts) {
    this.#parts = parts;
    this.#ingest = new Ingest(parts.drivers, {
      started: (desire, epochMs) => {
        this.#epochsMs.set(desire.streamId, epochMs);
        const { mode, accountedUntilUtcMs } = desire.recording;
        this.#recorder?.add({ streamId: desire.streamId, mode, accountedUntilUtcMs }, epochMs);
      },
      config: (streamId, config) => this.#config(streamId, config),
      unit: (streamId, unit, cut) => {
        this.#recorder?.unit(streamId, unit, cut);
        this.#bus?.unit(streamId, unit);
      },
      status: (streamId, status) => this.#status(streamId, status),
      measure: (streamId, measure) => this.#parts.send({ type: 'stream.measure', streamId, atUtcMs: Date.now(), ...measure }),
      removed: (streamId, restarting) => this.#removed(streamId, restarting),
    });
  }

  start(): void {
    this.#ingest.start();
    this.#heartbeat = setInterval(() => {
      this.#parts.send({ type: 'heartbeat', atUtcMs: Date.now(), streams: this.#ingest.size, rssBytes: process.memoryUsage.rss() });
    }, HEARTBEAT_MS);
  }

  /** Lists are applied one after another; the last one wins. */
  configure(message: ConfigureMessage): Promise<void> {
    this.#applying = this.#applying.then(() => this.#apply(message));
    return this.#applying;
  }

  /** Ends all sources, closes all segments. */
  async stop(): Promise<void> {
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    await this.#ingest.stop();
    await this.#recorder?.stop();
    await this.#bus?.stop();
  }

  async #apply(message: ConfigureMessage): Promise<void> {
    if (this.#recorder === null) await this.#begin(message);
    await this.#ingest.apply(message.streams);
    for (const { streamId, recording } of message.streams) this.#recorder!.setMode(streamId, recording.mode);
  }

  async #begin({ volume, syncPolicy, openSegments, keptStreams, busSocketPath }: ConfigureMessage): Promise<void> {
    const { disk, send } = this.#parts;
    this.#recorder = new Recorder({ volume, disk, syncPolicy, openSegments, emit: send });
    this.#recorder.start();
    this.#recorder.repairKept(keptStreams);
    this.#bus = new MediaBusServer(busSocketPath, (streamId) => this.#ingest.snapshot(streamId));
    await this.#bus.start();
    send({ type: 'ready' });
  }

  #config(streamId: string, config: StreamConfig): void {
    this.#recorder?.config(streamId, config);
    this.#bus?.config(streamId, config);
    this.#parts.send(describeConfig(streamId, config));
  }

  #status(streamId: string, status: StreamStatus): void {
    const reason: SourceEndReason | null = status.state === 'offline' ? status.reason : null;
    this.#recorder?.source(streamId, reason);
    const epochMs = this.#epochsMs.get(streamId);
    if (epochMs !== undefined) this.#bus?.status(streamId, { state: status.state, reason: status.reason, epochMs });
    this.#parts.send({ type: 'stream.status', streamId, ...status });
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

function describeConfig(streamId: string, { video, audio }: StreamConfig): StreamConfigMessage {
  const { codec, width, height, codecString, nominalFps, reorders } = video;
  return {
    type: 'stream.config',
    streamId,
    atUtcMs: Date.now(),
    video: { codec, width, height, codecString, nominalFps, reorders },
    audio: audio === null ? null : { codec: audio.codec, sampleRate: audio.sampleRate, channels: audio.channels, codecString: audio.codecString },
  };
}
