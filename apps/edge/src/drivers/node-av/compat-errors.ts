import type { SourceEndReason } from '@sightline/media/units/access-unit';

// FFmpeg's own codes are negative four-letter tags, others are negative errno.
const tag = (a: number, letters: string): number =>
  -(a | (letters.charCodeAt(0) << 8) | (letters.charCodeAt(1) << 16) | (letters.charCodeAt(2) << 24));
const UNAUTHORIZED = tag(0xf8, '401');
const FORBIDDEN = tag(0xf8, '403');
const NOT_FOUND = tag(0xf8, '404');
const INVALID_DATA = -(0x49 | (0x4e << 8) | (0x44 << 16) | (0x41 << 24));
// Linux, macOS, Windows: no way of those that were tried is taken.
const TRANSPORT_REFUSED_ERRNO = new Set([-93, -43, -135]);
const UNREACHABLE_ERRNO = new Set([-111, -113, -101, -61, -65, -51, -5]);
const TIMED_OUT_ERRNO = new Set([-110, -60]);

/** Reason for an FFmpeg error code; `opened` = pictures could already come. */
export function reasonOfCode(code: number, opened: boolean): SourceEndReason {
  if (code === UNAUTHORIZED || code === FORBIDDEN) return 'camera_credentials_refused';
  if (code === NOT_FOUND) return 'camera_path_not_found';
  if (opened) return TIMED_OUT_ERRNO.has(code) ? 'camera_stalled' : 'camera_closed';
  if (TRANSPORT_REFUSED_ERRNO.has(code)) return 'camera_transport_refused';
  if (code === INVALID_DATA) return 'camera_not_rtsp';
  if (TIMED_OUT_ERRNO.has(code)) return 'camera_timeout';
  return UNREACHABLE_ERRNO.has(code) ? 'camera_unreachable' : 'camera_closed';
}
