import type { SourceEndReason } from '@sightline/media/units/access-unit';

// FFmpeg's own codes are negative four-letter tags, others are negative errno.
const tag = (a: number, letters: string): number =>
  -(a | (letters.charCodeAt(0) << 8) | (letters.charCodeAt(1) << 16) | (letters.charCodeAt(2) << 24));
const unauthorized = tag(0xf8, '401');
const forbidden = tag(0xf8, '403');
const notFound = tag(0xf8, '404');
const invalidData = -(0x49 | (0x4e << 8) | (0x44 << 16) | (0x41 << 24));
// Linux, macOS, Windows: no way of those that were tried is taken.
const transportRefusedErrno = new Set([-93, -43, -135]);
const unreachableErrno = new Set([-111, -113, -101, -61, -65, -51, -5]);
const timedOutErrno = new Set([-110, -60]);

/** Reason for an FFmpeg error code; `opened` = pictures could already come. */
export function reasonOfCode(code: number, opened: boolean): SourceEndReason {
  if (code === unauthorized || code === forbidden) return 'camera_credentials_refused';
  if (code === notFound) return 'camera_path_not_found';
  if (opened) return timedOutErrno.has(code) ? 'camera_stalled' : 'camera_closed';
  if (transportRefusedErrno.has(code)) return 'camera_transport_refused';
  if (code === invalidData) return 'camera_not_rtsp';
  if (timedOutErrno.has(code)) return 'camera_timeout';
  return unreachableErrno.has(code) ? 'camera_unreachable' : 'camera_closed';
}
