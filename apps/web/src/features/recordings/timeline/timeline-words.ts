import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { TFunction } from 'i18next';
import { formatDuration } from '../../../platform/i18n/format-number.ts';
import { formatClock, formatDayOfYear, formatMonth } from '../../../platform/i18n/format-time.ts';
import { leftToRight } from '../../../platform/i18n/left-to-right.ts';
import type { Tick } from './ticks.ts';

/** What a tick says, in the zone of the site and as the person has days and times written. */
export function tickLabel({ utcMs, format }: Tick, timeZone: string): string {
  if (format === 'month') return formatMonth(utcMs, timeZone);
  // The ruler of a Hebrew page is drawn from right to left, for the names of months.
  return format === 'day' ? formatDayOfYear(utcMs, timeZone) : leftToRight(formatClock(utcMs, timeZone, format));
}

const short = [
  'starting',
  'edge_down',
  'recorder_down',
  'core_updating',
  'disk_full',
  'disk_slow',
  'disk_failed',
  'footage_disk_away',
  'recording_off',
  'not_scheduled',
  'recording_no_motion',
  'recording_no_objects',
  'stream_not_stored',
  'packet_loss',
  'clock_jump',
  'footage_damaged',
  'footage_missing',
  'footage_expired',
  'footage_below_least',
  'gap_unknown',
  'camera_unreachable',
  'camera_address_refused',
  'camera_credentials_refused',
  'camera_path_not_found',
  'camera_not_rtsp',
  'camera_timeout',
  'camera_stalled',
  'camera_closed',
  'camera_no_video',
  'camera_codec_unsupported',
  'camera_transport_refused',
  'camera_no_parameter_sets',
  'stream_offline',
  'core_offline',
] as const satisfies readonly ErrorCode[];

/** A cause in two or three words; the whole sentence is `errors.<code>`. */
export function causeWords(cause: ErrorCode, t: TFunction): string {
  const known = short.find((code) => code === cause);
  return t(`recordings.cause.${known ?? 'other'}`);
}

/** `No recording 14 min · Core restarted`. */
export function gapWords(gap: { fromUtcMs: number; toUtcMs: number; cause: ErrorCode }, t: TFunction): string {
  return t('recordings.timeline.gapText', {
    gap: t('recordings.timeline.noRecording', { duration: formatDuration(gap.toUtcMs - gap.fromUtcMs) }),
    cause: causeWords(gap.cause, t),
  });
}
