import type { AudioConfig, SourceEndReason, VideoCodec } from '@sightline/media/units/access-unit';
import type { SourceOptions } from '../source-driver.ts';

/** To the compatibility worker. Messages travel with the structured clone algorithm: bytes stay bytes. */
export type ToCompatWorker =
  | ({ type: 'open'; id: number } & Pick<
      SourceOptions,
      'url' | 'username' | 'password' | 'transport' | 'setupTimeoutMs'
    >)
  | { type: 'stop'; id: number };

/** From the compatibility worker. */
export type FromCompatWorker =
  | {
      type: 'opened';
      id: number;
      codec: VideoCodec;
      audio: AudioConfig | null;
      extra: Uint8Array;
      transport: 'tcp' | 'udp';
    }
  | { type: 'video'; id: number; data: Uint8Array; key: boolean; pts90k: number; arrivalMs: number }
  | { type: 'audio'; id: number; data: Uint8Array; pts90k: number; arrivalMs: number }
  | { type: 'ended'; id: number; reason: SourceEndReason; detail: string };
