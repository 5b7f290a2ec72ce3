import { entry, type ErrorEntry } from './error-entry.ts';

/** Watching, and taking footage along. */
export const viewingErrors = {
  // viewing
  no_footage: entry(404, false, 'Nothing was recorded at this time.'),
  live_not_possible: entry(503, true, "Live view of this stream isn't possible right now. Try again."),
  // Leases, talks and ways to camera pages are forgotten as soon as they end: one of another session or organization, and one that never was,
  // answer the same, which tells nothing.
  live_lease_ended: entry(410, false, 'This live view ended. Open it again.'),
  local_grant_invalid: entry(
    401,
    false,
    "The core doesn't accept this browser's pass for watching without the server. Wait until the server is back.",
  ),
  local_grant_expired: entry(
    401,
    false,
    'The pass for watching without the server has expired. Wait until the server is back.',
  ),
  local_grant_revoked: entry(
    401,
    false,
    'The pass for watching without the server was revoked. Sign in again when the server is back.',
  ),
  live_view_closed: entry(410, false, 'The staff ended this live view. Open it again if you still need it.'),
  viewer_too_slow: entry(503, true, 'Your connection is too slow for this stream. The picture skips ahead.'),
  codec_unsupported: entry(
    415,
    false,
    "This browser can't play this stream. Use the sub-stream, or set the camera to H.264.",
  ),
  transcode_unavailable: entry(
    501,
    false,
    "This core has no decoder, so the stream can't be converted. Set the camera to H.264.",
  ),
  privacy_unavailable: entry(
    503,
    true,
    "The hidden areas can't be hidden right now, so no picture is shown. Retrying… If this lasts, check the core's load.",
  ),
  transcode_busy: entry(
    503,
    true,
    'The core is already converting as many videos as it can. Close another view or try again in a moment.',
  ),
  // exports
  export_range_invalid: entry(400, false, 'The end must be after the start, at most 24 hours later.'),
  export_not_ready: entry(409, true, "The export isn't finished yet. Wait until it's ready."),
  export_upload_too_large: entry(
    502,
    true,
    'A proxy between core and server rejects even small parts of the file (413). Let it pass at least 1 MB per request, then start the export again.',
  ),
  export_upload_refused: entry(
    502,
    true,
    'The server, or a proxy in front of it, rejected the finished file. Check the proxy, then start the export again.',
  ),
  export_server_away: entry(
    504,
    true,
    "The core couldn't upload the finished file: it didn't reach the server for 30 minutes. Check the connection, then start the export again.",
  ),
  export_failed: entry(500, true, 'The export failed. Start it again.'),
  export_no_room: entry(
    409,
    false,
    "The core's disk has too little room for this export, and footage is never deleted to make some. Choose a shorter range or the sub-stream, wait until other exports are done, or free space on that disk.",
  ),
  export_cancelled: entry(410, false, 'The export was cancelled.'),
  export_shows_hidden: entry(
    409,
    false,
    "This export shows what its camera hides, so it isn't shared by a link. Export the range again with everything hidden, and share that.",
  ),
  export_links_too_many: entry(409, false, 'An export has at most 20 links at a time. Revoke one that nobody needs.'),
} as const satisfies Record<string, ErrorEntry>;
