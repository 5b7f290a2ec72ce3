import type { AccessUnit, StreamConfig } from '@sightline/media/units/access-unit';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import type { ObjectInference } from '../privacy/object-inferences.ts';

/** Live worker → transcode process, once. */
export interface TranscodeStart {
  type: 'start';
  busSocketPath: string;
  streamId: string;
  /** Pictures are made no higher than this. */
  maxHeight: number;
  /** What must not be seen, or null. */
  privacy: CameraPrivacy | null;
}

/** Live worker → transcode process, as long as it runs. */
export interface TranscodeInference {
  type: 'look';
  look: ObjectInference;
}

/** Transcode process → live worker. */
export type FromTranscode =
  /** The encoder is not installed. */
  | { type: 'absent' }
  | { type: 'config'; config: StreamConfig }
  | { type: 'unit'; unit: AccessUnit }
  | { type: 'status'; isOnline: boolean; cause: string | null };
