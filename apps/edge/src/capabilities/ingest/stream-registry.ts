import type { StreamFormat, StreamStatus } from '@sightline/contracts/cameras/camera';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { GapMessage, RecordMessage } from '../footage/record-messages.ts';
import type {
  IngestMessage,
  StreamConfigMessage,
  DesiredStream,
  StreamMeasureMessage,
  StreamStatusMessage,
} from './ingest-messages.ts';

interface StreamEntry {
  cameraId: string;
  streamId: string;
  status: StreamStatus;
  format: StreamFormat | null;
  /** How the pictures travel; null before the first. */
  transport: StreamFormat['transport'] | null;
  isRecording: boolean;
  recordingCause: ErrorCode | null;
  /** Only some footage is wanted, and everything is written: nobody judges the pictures. */
  isNotSelective: boolean;
  told: string;
}

export interface StreamRegistryOptions {
  nowUtcMs: () => number;
  /** Something worth telling the cloud changed. */
  onChange: (body: EdgeRecordBody & { kind: 'streamStatus' }) => void;
  /** The stream's pictures come reordered (or no longer do). */
  onReorders: (streamId: string, reorders: boolean) => void;
}

/** Causes that mean "nobody wants footage now"; they are no fault of recording. */
const unwanted: readonly ErrorCode[] = ['recording_off', 'not_scheduled', 'stream_not_stored'];
/** Nothing happens that would be written: recording does what it should. */
const waiting: readonly ErrorCode[] = ['recording_no_motion', 'recording_no_objects'];

/** What every stream is doing now, gathered from the media worker, and told to the cloud when it changes. */
export class StreamRegistry {
  readonly #options: StreamRegistryOptions;
  readonly #entries = new Map<string, StreamEntry>();

  constructor(options: StreamRegistryOptions) {
    this.#options = options;
  }

  /** The wanted streams changed: forgets those that are gone, tells of new ones as connecting. */
  setWanted(streams: readonly DesiredStream[]): void {
    const wanted = new Set(streams.map((desired) => desired.streamId));
    for (const streamId of this.#entries.keys()) if (!wanted.has(streamId)) this.#entries.delete(streamId);
    for (const desired of streams) {
      if (this.#entries.has(desired.streamId)) continue;
      const status: StreamStatus = {
        state: 'connecting',
        cause: null,
        sinceUtcMs: Math.round(this.#options.nowUtcMs()),
      };
      this.#entries.set(desired.streamId, {
        cameraId: desired.cameraId,
        streamId: desired.streamId,
        status,
        format: null,
        transport: null,
        isRecording: false,
        recordingCause: null,
        isNotSelective: false,
        told: '',
      });
    }
    for (const desired of streams) this.#notify(desired.streamId);
  }

  receive(message: IngestMessage | RecordMessage): void {
    if (!('streamId' in message)) return;
    const entry = this.#entries.get(message.streamId);
    if (!entry) return;
    if (message.type === 'stream.status') this.#status(entry, message);
    else if (message.type === 'stream.config') this.#config(entry, message);
    else if (message.type === 'stream.measure') measure(entry, message);
    else if (message.type === 'fragment.written') recording(entry, true, null);
    else if (message.type === 'gap') gap(entry, message);
    else if (message.type === 'record.selection') entry.isNotSelective = message.cause !== null;
    else return;
    this.#notify(message.streamId);
  }

  /** The worker that held the streams ended; they connect anew. */
  workerLost(): void {
    for (const entry of this.#entries.values()) {
      entry.status = { state: 'connecting', cause: null, sinceUtcMs: Math.round(this.#options.nowUtcMs()) };
      this.#notify(entry.streamId);
    }
  }

  /** Times of before were those of a wrong clock: `right` answers what they were. */
  correctTimes(right: (utcMs: number) => number): void {
    for (const entry of this.#entries.values()) {
      entry.status = { ...entry.status, sinceUtcMs: right(entry.status.sinceUtcMs) };
      this.#notify(entry.streamId);
    }
  }

  /** Whether the stream is recorded, or would be if anything happened that is wanted. */
  isRecording(streamId: string): boolean {
    return this.#entries.get(streamId)?.isRecording ?? false;
  }

  /** Current state of every stream, to repeat after a new claim. */
  notifyAll(): void {
    for (const entry of this.#entries.values()) {
      entry.told = '';
      this.#notify(entry.streamId);
    }
  }

  #status(entry: StreamEntry, message: StreamStatusMessage): void {
    const cause = message.reason === 'stopped' ? null : message.reason;
    entry.status = { state: message.state, cause, sinceUtcMs: Math.round(message.sinceUtcMs) };
    if (message.state === 'online') entry.transport = message.transport;
  }

  #config(entry: StreamEntry, message: StreamConfigMessage): void {
    const { codec, width, height, nominalFps, reorders } = message.video;
    const before = entry.format;
    const same = before?.videoCodec === codec && before.width === width && before.height === height;
    entry.format = {
      videoCodec: codec,
      width,
      height,
      fps: same ? before.fps : nominalFps,
      bitrateKbps: same ? before.bitrateKbps : null,
      gopMs: same ? before.gopMs : null,
      hasBFrames: reorders,
      audioCodec: message.audio?.codec ?? null,
    };
    this.#options.onReorders(entry.streamId, reorders);
  }

  #notify(streamId: string): void {
    const entry = this.#entries.get(streamId);
    if (!entry) return;
    const { cameraId, status, isRecording } = entry;
    const format =
      entry.format === null || !entry.transport ? entry.format : { ...entry.format, transport: entry.transport };
    const recordingCause =
      isRecording && entry.isNotSelective ? ('recording_not_selective' as const) : entry.recordingCause;
    const body = { kind: 'streamStatus' as const, cameraId, streamId, status, format, isRecording, recordingCause };
    const text = JSON.stringify(body);
    if (text === entry.told) return;
    this.#options.onChange(body);
    // After it is kept: what could not be written is told again.
    entry.told = text;
  }
}

function gap(entry: StreamEntry, message: GapMessage): void {
  // `starting` and lost packets are short and heal by themselves: a status that flickers helps nobody.
  const isBrief = message.cause === 'starting' || message.cause === 'packet_loss' || message.cause === 'clock_jump';
  if (message.open && waiting.includes(message.cause)) recording(entry, true, null);
  else if (message.open && !isBrief) recording(entry, false, unwanted.includes(message.cause) ? null : message.cause);
}

function recording(entry: StreamEntry, isRecording: boolean, cause: ErrorCode | null): void {
  entry.isRecording = isRecording;
  entry.recordingCause = cause;
}

/** Measured figures are told only when they moved enough to matter, or every ten seconds would be a record. */
function measure(entry: StreamEntry, message: StreamMeasureMessage): void {
  if (!entry.format) return;
  const next = {
    fps: round(message.fps, 10),
    bitrateKbps: Math.round(message.bitrateKbps),
    gopMs: Math.round(message.keyframeDistanceMs) || null,
  };
  const moved =
    differs(entry.format.fps, next.fps, 0.2) ||
    differs(entry.format.bitrateKbps, next.bitrateKbps, 0.5) ||
    differs(entry.format.gopMs, next.gopMs, 0.2);
  if (moved) entry.format = { ...entry.format, ...next };
}

const round = (value: number, perUnit: number): number => Math.round(value * perUnit) / perUnit;

function differs(before: number | null, now: number | null, share: number): boolean {
  if (before === null || now === null) return before !== now;
  return Math.abs(before - now) > before * share;
}
