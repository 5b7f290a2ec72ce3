import type { AccessUnit, StreamConfig } from '@sightline/media/units/access-unit';

/** Live worker → transcode process, once. */
export interface TranscodeStart {
  type: 'start';
  busSocketPath: string;
  streamId: string;
  /** Pictures are made no higher than this. */
  maxHeight: number;
}

/** Transcode process → live worker. */
export type FromTranscode =
  /** The encoder is not installed. */
  | { type: 'absent' }
  | { type: 'config'; config: StreamConfig }
  | { type: 'unit'; unit: AccessUnit }
  | { type: 'status'; isOnline: boolean; cause: string | null };
