import type { SourceEndReason } from '@sightline/media/units/access-unit';
import type { DriverChoice } from './ingest-messages.ts';

// Failures that another implementation might not have; a wrong password or a missing host is the same for all.
const maybeOurs = new Set<SourceEndReason>([
  'camera_not_rtsp',
  'camera_timeout',
  'camera_closed',
  'camera_codec_unsupported',
  'camera_no_video',
  'camera_no_parameter_sets',
]);
const failedSetups = 3;

/** Decides which driver the next attempt uses. */
export interface DriverChooser {
  next(): 'rtsp' | 'node-av';
  /** The attempt ended; `delivered` = it gave at least one picture. */
  ended(reason: SourceEndReason, delivered: boolean): void;
}

/** `auto`: our own client; after 3 failed set-ups one attempt with the fallback, which is kept while it delivers. */
export function createDriverChooser(choice: DriverChoice, hasFallback: boolean): DriverChooser {
  let failed = 0;
  let current: 'rtsp' | 'node-av' = choice === 'node-av' ? 'node-av' : 'rtsp';
  return {
    next: () => current,
    ended(reason, delivered) {
      if (choice !== 'auto' || !hasFallback) return;
      if (delivered) {
        failed = 0;
        return;
      }
      if (current === 'node-av') {
        current = 'rtsp';
        failed = 0;
      } else if (maybeOurs.has(reason) && ++failed >= failedSetups) current = 'node-av';
    },
  };
}
