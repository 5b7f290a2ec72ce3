import type { DownCause } from '../footage/record-messages.ts';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { SourceEndReason, StreamConfig } from '@sightline/media/units/access-unit';

/** Which ingest driver a stream uses. `auto` starts with `rtsp` and falls back to `node-av` after 3 failed set-ups. */
export type DriverChoice = 'auto' | 'rtsp' | 'node-av';

/** What the main process wants one camera stream to be. */
export interface DesiredStream {
  streamId: string;
  cameraId: string;
  kind: 'main' | 'sub';
  /** rtsp or rtsps URL without credentials. */
  url: string;
  username: string | null;
  password: string | null;
  transport: 'tcp' | 'udp';
  driver: DriverChoice;
  /** The stream was seen with B-frames before: reorder from the first unit on. */
  startReordering: boolean;
  /** Read only while somebody subscribes to it. */
  isOnDemand?: boolean;
  recording: DesiredRecording;
}

export interface DesiredRecording {
  /**
   * `motion`, `objects` = what activity calls for; `off` = switched off by people, `not_scheduled` = outside the schedule right
   * now, `not_stored` = the camera's other stream is written.
   */
  mode: 'on' | 'motion' | 'objects' | 'off' | 'not_scheduled' | 'not_stored';
  /** Footage kept around activity; 5 and 15 s unless said. */
  preRollMs?: number;
  postRollMs?: number;
  /** True unless said. */
  recordsAudio?: boolean;
  /**
   * UTC ms up to which the store already accounts for every moment (the latest end of a segment or gap row), or null when
   * recording was never enabled. The worker opens a gap with `downCause` from here (or from newer footage found on disk) to now.
   */
  accountedUntilUtcMs: number | null;
  /** Why nobody recorded since then; `edge_down` unless said. */
  downCause?: DownCause;
  /** From this moment on it was another cause: the core ran again, and its recorder had ended. */
  laterDown?: LaterDown;
}

export interface LaterDown {
  cause: DownCause;
  fromUtcMs: number;
}

/** Main → media worker. The full desired list every time; the worker applies the difference. */
export interface ConfigureMessage {
  type: 'configure';
  streams: DesiredStream[];
  /** Directory that holds `<streamId>/<YYYY-MM-DD>/<HH>/<start ms>.mp4`. */
  volume: string;
  /** Id that the disk of the volume bears: without it nothing is written. Null or absent: whatever lies there is used. */
  mark?: string | null;
  /** Path of the Unix socket (named pipe on Windows) of the media bus. */
  busSocketPath: string;
  /** `fragment`: fdatasync after each fragment (default). `relaxed`: every 5 s and on close. */
  syncPolicy: 'fragment' | 'relaxed';
  /**
   * Segments without an end mark in the store, relative to the volume: only these are repaired at start.
   * null = unknown (store was lost): the worker repairs every segment of the volume.
   */
  openSegments: string[] | null;
  /** Streams of which all files are looked at all the same, until `stream.read` says that this was done to the end. */
  unreadStreams?: string[];
  /** Streams that are not wanted now but have footage: what a crash left open of it is completed at the start. */
  keptStreams: { streamId: string; accountedUntilUtcMs: number | null }[];
}

/** Main → media worker: end now, closing segments properly. The worker also ends when the channel closes. */
export interface StopMessage {
  type: 'stop';
}

/** Main → media worker: what the analysis says of a camera of which only some footage is wanted. About twice a second. */
export interface ActivityMessage {
  type: 'activity';
  cameraId: string;
  /** UTC ms of the pictures that were judged, half open; judgements follow one another. */
  fromUtcMs: number;
  untilUtcMs: number;
  isActive: boolean;
  /** Why the analysis can say nothing of this camera just now: then everything is written. */
  cause: ErrorCode | null;
}

export type ToMediaWorker = ConfigureMessage | StopMessage | ActivityMessage;

export interface HeartbeatMessage {
  type: 'heartbeat';
  atUtcMs: number;
  streams: number;
  rssBytes: number;
}

/** Media worker → main: the bus accepts subscribers. */
export interface MediaWorkerReadyMessage {
  type: 'ready';
}

/** `off`: on demand, and nobody demands it. */
export type StreamState = 'connecting' | 'online' | 'offline' | 'off';

/** Sent on each change. `online` means that complete pictures arrive. */
export interface StreamStatusMessage {
  type: 'stream.status';
  streamId: string;
  state: StreamState;
  /** Why it is not online; null while online or on the first attempt. */
  reason: SourceEndReason | null;
  /** For people who support: never contains credentials. */
  detail: string;
  sinceUtcMs: number;
  /** Driver in use for this attempt. */
  driver: 'rtsp' | 'node-av';
  /** How the pictures travel: the other way than desired where the camera takes no other. */
  transport: 'tcp' | 'udp';
}

/** Sent when a stream's configuration becomes known or changes (always at a keyframe). */
export interface StreamConfigMessage {
  type: 'stream.config';
  streamId: string;
  atUtcMs: number;
  video: Omit<StreamConfig['video'], 'sps' | 'pps' | 'vps'>;
  audio: Omit<NonNullable<StreamConfig['audio']>, 'specific'> | null;
}

/** Every 10 s per online stream. */
export interface StreamMeasureMessage {
  type: 'stream.measure';
  streamId: string;
  atUtcMs: number;
  fps: number;
  bitrateKbps: number;
  /** Largest distance between two keyframes seen in the period, ms; 0 when unknown. */
  keyframeDistanceMs: number;
  packetsLost: number;
}

export type IngestMessage =
  | HeartbeatMessage
  | MediaWorkerReadyMessage
  | StreamStatusMessage
  | StreamConfigMessage
  | StreamMeasureMessage;
