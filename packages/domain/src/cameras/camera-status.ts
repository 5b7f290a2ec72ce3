import type { CameraStatus, RecordingMode, StreamKind, StreamState } from '@sightline/contracts/cameras/camera';
import type { ErrorCode } from '@sightline/contracts/shared/errors';

/** What is known of one stream: as its core said last. Times in UTC ms. */
export interface StreamFacts {
  kind: StreamKind;
  state: StreamState;
  cause: ErrorCode | null;
  sinceUtcMs: number;
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
  createdAtUtcMs: number;
  /** True once the core has said anything about this camera. */
  isReported: boolean;
  recordingMode: RecordingMode;
  streams: readonly StreamFacts[];
}

/**
 * The one state that people read, worst first: `notConnected` (its core is away or just
 * setting it up, so nothing is known), `offline` (no
 * picture on the main stream), `notRecording` (picture, but wanted footage is not written), `unhealthy` (a further
 * stream fails), `online`.
 */
export function cameraStatusOf(facts: CameraFacts): CameraStatus {
  if (!facts.isCoreLinked) {
    return { state: 'notConnected', cause: 'core_offline', sinceUtcMs: facts.coreSinceUtcMs ?? facts.createdAtUtcMs };
  }
  const main = facts.streams.find((stream) => stream.kind === 'main') ?? facts.streams[0];
  if (!facts.isReported || main === undefined) return { state: 'notConnected', cause: 'camera_not_ready', sinceUtcMs: facts.createdAtUtcMs };
  // Not failed, only not there yet: nobody should be alarmed by a camera that is being set up.
  if (main.state === 'off' || (main.state === 'connecting' && main.cause === null)) {
    return { state: 'notConnected', cause: 'camera_not_ready', sinceUtcMs: main.sinceUtcMs };
  }
  if (main.state !== 'online') return { state: 'offline', cause: main.cause, sinceUtcMs: main.sinceUtcMs };
  if (facts.recordingMode !== 'off' && !main.isRecording) {
    return { state: 'notRecording', cause: main.recordingCause, sinceUtcMs: main.recordingSinceUtcMs };
  }
  const failing = facts.streams.find((stream) => stream !== main && stream.state === 'offline');
  if (failing !== undefined) return { state: 'unhealthy', cause: failing.cause, sinceUtcMs: failing.sinceUtcMs };
  return { state: 'online', cause: null, sinceUtcMs: main.sinceUtcMs };
}
