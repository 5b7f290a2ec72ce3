import { entry, type ErrorEntry } from './error-entry.ts';

/** Watching, and taking footage along. */
export const viewingErrors = {
  // viewing
  no_footage: entry(404, false, 'Nothing was recorded at this time.'),
  live_not_possible: entry(503, true, 'This stream cannot be shown live just now. Try again.'),
  // Leases, talks and ways to camera pages are forgotten as soon as they end: one of another session or organization, and one that never was,
  // answer the same, which tells nothing.
  live_lease_ended: entry(410, false, 'This live view ended. Open it again.'),
  local_grant_invalid: entry(
    401,
    false,
    'The core does not accept this pass for watching without the server. Wait until the server is back.',
  ),
  local_grant_expired: entry(
    401,
    false,
    'The pass for watching without the server has run out. Wait until the server is back.',
  ),
  local_grant_revoked: entry(
    401,
    false,
    'The pass for watching without the server was taken back. Sign in again when the server is back.',
  ),
  live_view_closed: entry(
    410,
    false,
    'Somebody who looks after this system ended this live view. Open it again if you still need it.',
  ),
  viewer_too_slow: entry(503, true, 'Your connection is too slow for this stream. The picture skips ahead.'),
  codec_unsupported: entry(
    415,
    false,
    'This browser cannot play this stream. Use the sub-stream, or set the camera to H.264.',
  ),
  transcode_unavailable: entry(
    501,
    false,
    'This core has no decoder installed, so the stream cannot be converted. Set the camera to H.264.',
  ),
  privacy_unavailable: entry(
    503,
    true,
    'What this camera hides cannot be hidden just now, so no picture is shown. It is tried again by itself; if it stays, look at the load of the core.',
  ),
  transcode_busy: entry(
    503,
    true,
    'The core converts as many videos as it can already. Close another view or try again in a moment.',
  ),
  // exports
  export_range_invalid: entry(400, false, 'The end must lie after the start, and the range may be at most 24 hours.'),
  export_not_ready: entry(409, true, 'The export is not finished yet.'),
  export_upload_too_large: entry(
    502,
    true,
    'A proxy between core and server refuses even small parts of the file (413). Let it pass at least 1 MB per request, then start the export again.',
  ),
  export_upload_refused: entry(
    502,
    true,
    'The server, or a proxy in front of it, refused the finished file. Check the proxy, then start the export again.',
  ),
  export_server_away: entry(
    504,
    true,
    'The core could not hand over the finished file: it did not reach the server for 30 minutes. Check the connection, then start the export again.',
  ),
  export_failed: entry(500, true, 'The export failed. Start it again.'),
  export_no_room: entry(
    409,
    false,
    'The disk of the core has too little room for this export, and no footage is deleted for one. Choose a shorter range or the sub-stream, wait until other exports are done, or free space on that disk.',
  ),
  export_cancelled: entry(410, false, 'The export was cancelled.'),
} as const satisfies Record<string, ErrorEntry>;
