import type { RecordingMode, StreamKind, StreamStatus } from '@sightline/contracts/cameras/camera';
import type { RecordingSettings } from '@sightline/contracts/cameras/camera-settings';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { PartStatus, StatusPart } from '@sightline/contracts/status/status';
import type { DerivedStatus } from '../status/shown-status.ts';

/** What is known of one stream: as its core said last. Times in UTC ms. */
export interface StreamFacts extends StreamStatus {
  kind: StreamKind;
  isRecording: boolean;
  recordingCause: ErrorCode | null;
  recordingSinceUtcMs: number;
}

/** Everything that the status of a camera follows from. */
export interface CameraFacts {
  /** The core has its link now. */
  isCoreLinked: boolean;
  /** Since when `isCoreLinked` has been so; null when the core was never there. */
  coreSinceUtcMs: number | null;
  /** Its core was let go of: it comes back only when it is paired anew. */
  isCoreRevoked: boolean;
  createdAtUtcMs: number;
  /** True once the core has said anything about this camera. */
  isReported: boolean;
  recordingMode: RecordingMode;
  recording: Pick<RecordingSettings, 'mainStreamMode' | 'storageStreams' | 'smartStorage'>;
  isAnalysed: boolean;
  streams: readonly StreamFacts[];
  /** Null: the core did not tell, because it is older, or has only just begun. */
  analytics: StreamStatus | null;
  smartStorage: StreamStatus | null;
}

/** How each part of a camera is. */
export type CameraParts = Record<StatusPart, PartStatus>;

/** Why nothing is written although nothing failed. */
const calmCauses: ReadonlySet<ErrorCode> = new Set([
  'recording_off',
  'not_scheduled',
  'recording_no_motion',
  'recording_no_objects',
]);

const isOff = ({ state, cause }: StreamStatus): boolean =>
  state === 'off' || (state === 'connecting' && cause === null);

/** A part as it says of itself; while it is only being set up nothing has failed. */
function partOf(part: StatusPart, told: StreamStatus | null | undefined, sinceUtcMs: number): PartStatus {
  if (!told || isOff(told))
    return { part, state: 'notConnected', cause: null, sinceUtcMs: told?.sinceUtcMs ?? sinceUtcMs };
  return {
    part,
    state: told.state === 'online' ? 'online' : 'offline',
    cause: told.cause,
    sinceUtcMs: told.sinceUtcMs,
  };
}

/** The streams that are written. Whatever is wanted, a camera with one stream has only that one. */
function writtenStreams({ recording, streams }: CameraFacts): readonly StreamFacts[] {
  const { mainStreamMode, storageStreams } = recording;
  const wanted = mainStreamMode === 'whenNeeded' ? 'sub' : storageStreams;
  const found = streams.filter(({ kind }) => wanted === 'both' || kind === wanted);
  return found.length > 0 ? found : streams;
}

function storageOf(facts: CameraFacts): PartStatus {
  const part = 'storage';
  const [first, ...others] = writtenStreams(facts);
  if (first === undefined) return { part, state: 'notConnected', cause: null, sinceUtcMs: facts.createdAtUtcMs };
  if (facts.recordingMode === 'off')
    return { part, state: 'notRecording', cause: 'recording_off', sinceUtcMs: first.recordingSinceUtcMs };
  const missing = [first, ...others].filter(({ isRecording }) => !isRecording);
  const failed = missing.find(({ recordingCause }) => recordingCause !== null && !calmCauses.has(recordingCause));
  if (failed) return { part, state: 'offline', cause: failed.recordingCause, sinceUtcMs: failed.recordingSinceUtcMs };
  const [waiting] = missing;
  if (!waiting) return { part, state: 'online', cause: null, sinceUtcMs: first.recordingSinceUtcMs };
  // With any other mode nothing may be due just now; a camera that always records has only not begun yet.
  const isStarting = facts.recordingMode === 'continuous' && waiting.recordingCause === null;
  return {
    part,
    state: isStarting ? 'notConnected' : 'notRecording',
    cause: waiting.recordingCause,
    sinceUtcMs: waiting.recordingSinceUtcMs,
  };
}

function coreOf({ isCoreLinked, coreSinceUtcMs, isCoreRevoked, createdAtUtcMs }: CameraFacts): PartStatus {
  const sinceUtcMs = coreSinceUtcMs ?? createdAtUtcMs;
  if (isCoreLinked) return { part: 'edge', state: 'online', cause: null, sinceUtcMs };
  // Who waits for a core that nobody paired waits in vain.
  if (coreSinceUtcMs === null)
    return { part: 'edge', state: 'notConnected', cause: 'core_never_connected', sinceUtcMs };
  return { part: 'edge', state: 'offline', cause: isCoreRevoked ? 'core_revoked' : 'core_offline', sinceUtcMs };
}

/** How the parts of a camera are. What it does not have is `notConnected`. */
export function cameraPartsOf(facts: CameraFacts): CameraParts {
  const streamOf = (kind: StreamKind): StreamFacts | undefined => facts.streams.find((stream) => stream.kind === kind);
  const since = facts.createdAtUtcMs;
  return {
    edge: coreOf(facts),
    mainStream: partOf('mainStream', streamOf('main'), since),
    subStream: partOf('subStream', streamOf('sub'), since),
    storage: storageOf(facts),
    smartStorage: partOf('smartStorage', facts.recording.smartStorage.isOn ? facts.smartStorage : null, since),
    analytics: partOf('analytics', facts.isAnalysed ? facts.analytics : null, since),
  };
}

/** The part that keeps a reachable camera with a picture from being online, if any, in the order of blame. */
function brokenPart(facts: CameraFacts, parts: CameraParts): PartStatus | undefined {
  const hasSub = facts.streams.some(({ kind }) => kind === 'sub');
  const needed = [
    writtenStreams(facts).some(({ kind }) => kind === 'sub') ? parts.subStream : null,
    parts.storage,
    hasSub ? parts.smartStorage : null,
    parts.analytics,
  ];
  return needed.find((part): part is PartStatus => part?.state === 'offline');
}

/**
 * The one state of a camera, before it is calmed. Online: every part that is wanted works. Offline: its core is away, or
 * the main stream is, unless that is read only when needed. Otherwise unhealthy, with the part that failed. A camera
 * of which nothing was ever heard, and one that is being set up, is `notConnected`: nobody should be alarmed by it.
 */
export function cameraStatusOf(facts: CameraFacts): DerivedStatus {
  const parts = cameraPartsOf(facts);
  const { edge, storage } = parts;
  const main = facts.recording.mainStreamMode === 'whenNeeded' ? null : parts.mainStream;
  if (!facts.isReported || facts.streams.length === 0) {
    const isAway = edge.state !== 'online';
    return {
      state: 'notConnected',
      part: isAway ? 'edge' : null,
      cause: isAway ? edge.cause : 'camera_not_ready',
      sinceUtcMs: facts.createdAtUtcMs,
    };
  }
  if (edge.state !== 'online') return { ...edge, state: 'offline' };
  if (main?.state === 'offline') return main;
  const settingUp = (since: PartStatus): DerivedStatus => ({
    state: 'notConnected',
    part: since.part,
    cause: 'camera_not_ready',
    sinceUtcMs: since.sinceUtcMs,
  });
  if (main?.state === 'notConnected') return settingUp(main);
  const broken = brokenPart(facts, parts);
  if (broken) return { ...broken, state: 'unhealthy' };
  if (storage.state === 'notConnected') return settingUp(storage);
  return { state: 'online', part: null, cause: null, sinceUtcMs: (main ?? edge).sinceUtcMs };
}
