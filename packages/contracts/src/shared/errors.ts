import { z } from 'zod';

interface ErrorEntry {
  /** HTTP status of an answer with this code. */
  status: number;
  /** Trying the same again later can succeed. */
  retryable: boolean;
  /** What happened and what the user should do, in English. Screens show `errors.<code>` of the user's language. */
  text: string;
}

const entry = (status: number, retryable: boolean, text: string): ErrorEntry => ({ status, retryable, text });

/** The one catalogue of failures: every code that an answer, a gap, a status or a start-up can carry. */
export const errorCatalogue = {
  // requests
  bad_request: entry(400, false, 'The request was not understood. Check the values and send it again.'),
  validation_failed: entry(400, false, 'Some values are missing or wrong. Correct the marked fields.'),
  payload_too_large: entry(413, false, 'That is larger than allowed. Send less at once.'),
  unauthenticated: entry(401, false, 'You are signed out. Sign in to continue.'),
  forbidden: entry(403, false, 'You may not do this. Ask an administrator of your organization for the permission.'),
  not_found: entry(404, false, 'This does not exist, or you may not see it.'),
  conflict: entry(409, false, 'Somebody changed this meanwhile. Reload and try again.'),
  rate_limited: entry(429, true, 'Too many attempts. Wait a minute and try again.'),
  internal: entry(500, true, 'Something failed on the server. Try again; if it stays, give the request id to your administrator.'),
  unavailable: entry(503, true, 'The server is starting or its database is away. It retries by itself.'),
  // sessions
  sign_in_refused: entry(401, false, 'E-mail or password is wrong. Check both and try again.'),
  refresh_reused: entry(401, false, 'This session was used from elsewhere and has been ended. Sign in again.'),
  refresh_race: entry(409, true, 'Another tab renewed the session just now. It continues by itself.'),
  setup_already_done: entry(409, false, 'The first account exists already. Sign in instead.'),
  email_taken: entry(409, false, 'An account with this e-mail exists already. Sign in, or use another address.'),
  password_too_weak: entry(400, false, 'Use at least 10 characters for the password.'),
  password_too_easy: entry(400, false, 'This password is guessed first: do not use your e-mail address, only spaces, or one character again and again.'),
  no_organization: entry(409, false, 'You are in no organization yet. Create one first.'),
  login_required: entry(401, false, 'Login is required'),
  mfa_required: entry(403, false, 'Enter the code of your authenticator application, or a backup code.'),
  mfa_code_wrong: entry(403, false, 'This code is wrong or was used already. Wait for the next one and try again.'),
  mfa_challenge_ended: entry(403, false, 'This sign-in took too long or had too many wrong codes. Sign in again.'),
  mfa_demanded: entry(403, false, 'This organization demands a second factor. Add an authenticator application to your account first.'),
  mfa_own_first: entry(409, false, 'Add a second factor to your own account first; without it you would lock yourself out.'),
  email_unverified: entry(403, false, 'Email verification required'),
  account_locked: entry(423, true, 'Too many wrong passwords. This account is locked for a while; wait, or reset the password by mail.'),
  password_wrong: entry(403, false, 'The password is wrong. Type your current password.'),
  sign_up_closed: entry(403, false, 'New accounts are made by invitation here. Ask an administrator to invite you.'),
  sign_in_method_refused: entry(403, false, 'This organization does not allow this way of signing in. Use the one it offers.'),
  link_invalid: entry(400, false, 'This link is wrong, used or expired. Ask for a new one.'),
  last_identity: entry(409, false, 'This is the last way to sign in to your account. Add another one first.'),
  provider_unreachable: entry(502, true, 'The sign-in provider does not answer. Try again, or sign in another way.'),
  provider_sign_in_failed: entry(403, false, 'The sign-in at the provider was not accepted. Start it again from the sign-in page.'),
  provider_account_unknown: entry(403, false, 'Nobody with this address is a member here. Ask an administrator to invite you.'),
  provider_link_needed: entry(
    403,
    false,
    'An account with this address exists already. Sign in to it first: accept your invitation there, or link this provider on your account page.',
  ),
  identity_taken: entry(409, false, 'This sign-in at the provider is linked to somebody else here. Unlink it there first.'),
  firewall_refused: entry(403, false, 'Your network may not sign in to this organization. Ask an administrator, or use an allowed network.'),
  firewall_locks_out: entry(409, false, 'These networks do not include your own address, so you would lock yourself out. Add it first.'),
  api_key_scope: entry(403, false, 'This API key was not made for this. Make one with the needed permission.'),
  expiry_past: entry(400, false, 'The end lies in the past. Choose a later time.'),
  too_many: entry(409, false, 'There are as many of these as allowed. Remove one first.'),
  address_refused: entry(400, false, 'The server may not call this address. Ask who runs the server to allow it.'),
  certificate_invalid: entry(400, false, 'This is no valid X.509 certificate. Paste it as the provider shows it.'),
  push_failed: entry(502, true, 'The push service of this browser refused the message. Switch notifications off and on again in this browser.'),
  mail_failed: entry(502, true, 'The mail server did not take the mail. It is sent again by itself; check the mail settings of the server.'),
  // people and permissions
  already_member: entry(409, false, 'This person is a member already.'),
  invite_pending: entry(409, false, 'This address was invited already. Send the invitation again instead.'),
  invite_for_other_address: entry(403, false, 'This invitation was sent to another address. Sign in with that address.'),
  support_time_invalid: entry(400, false, 'The access must end in the future and within 90 days.'),
  last_administrator: entry(409, false, 'This is the last administrator. Make somebody else one first.'),
  grant_exceeds_own: entry(403, false, 'You cannot give what you may not do yourself. Ask an administrator who holds it.'),
  permission_not_for_entity: entry(400, false, 'This permission cannot be given on this kind of thing. Choose one above it.'),
  group_fixed: entry(409, false, 'The group of administrators holds everything and stays as it is. Only its people can be changed.'),
  name_taken: entry(409, false, 'This name is taken. Choose another.'),
  // organizations, locations
  organization_not_empty: entry(409, false, 'This organization still has cores. Delete them first.'),
  organization_name_wrong: entry(400, false, 'The typed name is not the name of the organization. Type it exactly.'),
  organization_fixed: entry(409, false, 'The organization that the installation was set up with cannot be deleted.'),
  sign_in_locks_out: entry(409, false, 'Nobody could sign in any more. Leave at least one way that an administrator can use.'),
  location_not_empty: entry(409, false, 'This location still has cores or locations below it. Move or delete them first.'),
  location_parent_invalid: entry(400, false, 'A location cannot lie below itself. Choose another parent.'),
  time_zone_unknown: entry(400, false, 'This time zone is not known. Choose one from the list.'),
  camera_not_below_core: entry(409, false, 'A camera stays at the location of its core or below it. Choose another place, or cameras of another core.'),
  camera_elsewhere: entry(409, false, 'This camera belongs to another location. Move it to this one first.'),
  plan_not_a_picture: entry(400, false, 'This is no PNG, JPEG or WebP picture. Choose another file.'),
  plan_too_large: entry(400, false, 'A plan has at most 10 MB and 8192 pixels on each side. Choose a smaller picture.'),
  // the map of streets
  street_map_missing: entry(
    500,
    false,
    'The street map file that was named is not there. Whoever runs this installation can put it back or name another with --map.',
  ),
  street_map_unreadable: entry(
    500,
    false,
    'The street map file cannot be read: it is no PMTiles file of version 3, or is damaged. Whoever runs this installation can replace it.',
  ),
  street_map_cut: entry(500, false, 'The street map file ends too early: it was not copied completely. Whoever runs this installation can copy it again.'),
  street_map_unsupported: entry(
    500,
    false,
    'The street map file has tiles that browsers cannot show. Vector tiles (MVT), PNG, JPEG and WebP can be used, packed with gzip or not at all.',
  ),
  street_map_changed: entry(409, true, 'The street map was replaced just now. It is loaded again by itself.'),
  range_unsatisfiable: entry(416, false, 'Ask for one range of bytes within the file, at most as long as allowed.'),
  // cores
  claim_code_invalid: entry(400, false, 'This claim code is wrong, used or expired. Create a new one on the core page.'),
  core_offline: entry(503, true, 'The core is offline. Check its power and network; it reconnects by itself.'),
  core_timeout: entry(504, true, 'The core did not answer in time. Try again.'),
  core_revoked: entry(401, false, 'This core was revoked. Claim it again with a new code.'),
  core_cloned: entry(409, false, 'Two cores use the same identity. Claim one of them anew.'),
  core_protocol_unsupported: entry(426, false, 'This core speaks a protocol the server does not know. Update the older of the two.'),
  core_not_empty: entry(409, false, 'This core still has cameras. Move or delete them first.'),
  local_core_absent: entry(409, false, 'This server was not started with a core on the same machine. Use the command with the claim code.'),
  operation_committed: entry(409, false, 'The core has applied this change already. Change the camera itself instead.'),
  operation_superseded: entry(409, false, 'A later change of the same camera waits behind this one. Cancel that one first.'),
  operation_not_kept: entry(409, false, 'What was before this change is not kept. Change the camera itself instead.'),
  core_not_paired: entry(409, false, 'No machine was ever paired with this core, so there is nothing to replace. Pair one with a claim code.'),
  core_replaced: entry(409, false, 'Another machine took the place of this core. The key of the old one has ended; switch the old one off.'),
  dhcp_not_installed: entry(501, false, 'dnsmasq is not installed on this core. Install the package dnsmasq-base there and try again.'),
  dhcp_interface_invalid: entry(400, false, 'The core has no such network interface with an address of its own. Choose one from the list.'),
  dhcp_range_invalid: entry(400, false, 'First before last, at most 4,096, all of them and of the reserved ones inside of the network and not the core.'),
  dhcp_other_server: entry(409, false, 'Another DHCP server answers on this network. Switch it off first; two of them give out the same addresses.'),
  dhcp_reservation_conflict: entry(409, false, 'Address or name is kept for another device already. Choose another, or remove that reservation first.'),
  dhcp_failed: entry(502, true, 'dnsmasq did not start on this core. The page of the core shows what it said; it often lacks the right to use port 67.'),
  link_message_invalid: entry(400, false, 'A core sent a message that breaks the protocol. It was refused and logged.'),
  core_package_broken: entry(
    400,
    false,
    'This is no whole package of the software of a core: it was cut off, or something is missing in it. Build or download it again.',
  ),
  core_package_unsafe: entry(
    400,
    false,
    'This package holds something that must not be in one: a path that leads out of its folder, a link, or a file that nobody signed. Do not use it; ask where it came from.',
  ),
  core_package_hash: entry(400, false, 'A file of this package differs from what was signed. Do not use it; build or download it again.'),
  core_package_unsigned: entry(
    400,
    false,
    'None of the trusted release keys signed this package. Sign it with your key, or give that key to the server and to its cores.',
  ),
  core_package_platform: entry(
    409,
    false,
    'This package was built for another system, processor or version of Node than this core has. Choose the one that fits.',
  ),
  core_package_protocol: entry(
    409,
    false,
    'The software in this package and this server do not speak the same language. Update the server first, or use a newer package.',
  ),
  core_release_exists: entry(409, false, 'This package is here already. Choose it in the list.'),
  core_update_data_format: entry(409, false, 'This version cannot read what the core has stored by now. Choose a newer one.'),
  core_update_older: entry(409, false, 'This package is older than what the core runs. Choose a newer one, or go back to the version of before.'),
  core_update_by_hand: entry(409, false, 'This core was not started by its launcher, so it is updated by hand: update its checkout and start it again.'),
  core_update_running: entry(409, true, 'Another update of this core is under way. Wait for it, or cancel it.'),
  core_update_no_previous: entry(409, false, 'This core keeps no version of before, so there is nothing to go back to. Choose a version instead.'),
  core_update_fetch_failed: entry(
    502,
    true,
    'The core could not fetch the package from the server. Check its network and start the update again; what was fetched is kept.',
  ),
  core_update_cancelled: entry(410, false, 'The update was cancelled before the core switched.'),
  core_update_crashed: entry(
    500,
    false,
    'The new version ended before it had proved itself, so the core went back to the one of before. Look into the log of the core.',
  ),
  core_update_unproved: entry(
    500,
    false,
    'The new version did not record or did not reach the server in time, so the core went back to the one of before. Look into the log of the core.',
  ),
  core_update_crash_loop: entry(
    500,
    false,
    'The new version ended again and again soon after the update, so the core went back to the one of before. Look into the log of the core.',
  ),
  // cameras and streams
  camera_url_invalid: entry(400, false, 'This is not an RTSP address. It starts with rtsp:// and names a host.'),
  camera_duplicate: entry(409, false, 'This stream address is already used by another camera of this core.'),
  camera_password_needed: entry(
    409,
    false,
    'The stored password belongs to the address of before and is not sent anywhere else. Type the password for the new address.',
  ),
  privacy_needs_originals: entry(
    403,
    false,
    'This would show what the camera hides. Hide as much or more, or ask somebody who may see originals to change it.',
  ),
  privacy_core_too_old: entry(
    409,
    false,
    'This core is too old to hide what the camera hides, so its pictures are not shown. Update the core; whoever may see originals can ask for them.',
  ),
  zone_crossing: entry(400, false, 'The sides of this area cross each other. Move its corners so that they do not.'),
  schedule_overlaps: entry(400, false, 'Two spans of the schedule overlap. Make one of them, or let the first end before the second begins.'),
  organization_switch_off: entry(
    409,
    false,
    'The organization does not allow this recognition. An administrator can allow it in the details of the organization.',
  ),
  camera_import_running: entry(409, true, 'This list is being worked on. Wait until it is done, or cancel it first.'),
  camera_import_stopped: entry(401, false, 'The work on this list ended because you signed out or lost the permission. Start it again for what is left.'),
  camera_not_ready: entry(503, true, 'The core is still setting this camera up. It starts by itself in a moment.'),
  camera_unreachable: entry(502, true, 'Nothing answers at this address. Check host, port, cable and power.'),
  camera_credentials_refused: entry(502, false, 'The camera refused user name or password. Correct them.'),
  camera_path_not_found: entry(502, false, 'The camera answers, but not at this path. Check the part after the host.'),
  camera_not_rtsp: entry(502, false, 'Something answers at this address, but it is no camera stream. Check the port.'),
  camera_timeout: entry(504, true, 'The camera accepted the connection but sent nothing in time. Try again or restart the camera.'),
  camera_stalled: entry(502, true, 'The camera stopped sending while connected. The core reconnects by itself.'),
  camera_closed: entry(502, true, 'The camera closed the connection. The core reconnects by itself.'),
  camera_no_video: entry(502, false, 'The stream has no video track. Choose another path.'),
  camera_codec_unsupported: entry(502, false, 'The stream uses a codec other than H.264 or H.265. Change it in the camera.'),
  camera_no_parameter_sets: entry(
    502,
    false,
    'The camera never sends its parameter sets, so the video cannot be decoded. Restart the camera or change its encoder settings.',
  ),
  camera_not_onvif: entry(502, false, 'Something answers at this address, but it does not speak ONVIF. Check the port, and switch ONVIF on in the camera.'),
  camera_address_refused: entry(
    400,
    false,
    'This address lies outside of the networks of this core, so it is not called. Give an address of the site, or start the core with --device-networks.',
  ),
  camera_page_off: entry(409, false, 'The way to the page of this camera is switched off. Switch it on in its network settings and save.'),
  camera_page_not_offered: entry(
    501,
    false,
    'This installation does not open pages of cameras. Whoever runs the server gives them an address of their own first.',
  ),
  camera_page_core_old: entry(409, false, 'The core of this camera is too old to open its page. Update the core.'),
  camera_page_ended: entry(410, false, 'This way to the page of the camera has ended, or was used already. Open it again from the settings of the camera.'),
  camera_page_elsewhere: entry(
    502,
    false,
    'The camera sends its page to another address, which is not called. If that is its own, give that scheme and port in its network settings.',
  ),
  camera_page_certificate_changed: entry(
    409,
    false,
    'The camera shows another certificate than before. Compare its fingerprint with the one in the camera; go on only if they are the same.',
  ),
  onvif_no_profiles: entry(502, false, 'The camera answers ONVIF but offers no stream. Set up a media profile in the camera, or add it by its RTSP address.'),
  onvif_unsupported: entry(501, false, 'This camera does not offer this over ONVIF. Use its own web page.'),
  onvif_refused: entry(502, false, 'The camera understood the request and refused it. Check the rights of the account in the camera and the value.'),
  onvif_absent: entry(409, false, 'This camera has no ONVIF address. Give it in the settings of the camera first.'),
  onvif_scan_running: entry(409, true, 'This core is looking for cameras already. Wait for it, or cancel it.'),
  status_unknown: entry(503, true, 'Nothing is known of its status yet. It appears by itself within a moment; if it does not, reload the page.'),
  stream_offline: entry(503, true, 'This stream is offline. See the camera status for the cause.'),
  // why there is no footage (gap causes); camera_* codes above are causes too
  starting: entry(503, true, 'Recording was being started.'),
  edge_down: entry(503, true, 'The core was not running.'),
  core_updating: entry(503, true, 'The core was being updated.'),
  disk_full: entry(507, false, 'The disk is full. Free space or shorten retention.'),
  disk_slow: entry(503, true, 'The disk could not keep up with the cameras. Use a faster disk or fewer cameras.'),
  disk_failed: entry(500, false, 'The disk refused to write. Check it and replace it if needed.'),
  footage_disk_away: entry(503, false, 'The disk with the recordings is missing. Mount it again; for a new disk start the core once with --new-footage-disk.'),
  recording_off: entry(409, false, 'Recording is switched off for this camera.'),
  not_scheduled: entry(409, false, 'The recording schedule does not include this time.'),
  recording_no_motion: entry(409, false, 'Nothing moved. This camera records only while something does.'),
  recording_no_objects: entry(409, false, 'No person, vehicle or animal was there. This camera records only while one is.'),
  stream_not_stored: entry(409, false, 'This stream of the camera is not recorded; its other stream is. Change what is stored in the recording settings.'),
  recording_not_selective: entry(
    503,
    true,
    'The picture analysis does not judge this camera just now, so everything is recorded instead of what moves. Nothing is lost. Switch the analysis of the camera on, or give the core fewer cameras.',
  ),
  recording_pre_roll_cut: entry(
    503,
    true,
    'The memory of the core did not hold all of the time before the motion, so the recording begins later than wished. Shorten that time, or lower the bitrate of the camera.',
  ),
  smart_storage_blind: entry(
    409,
    false,
    'The picture analysis of this camera is switched off, so nobody can tell what happened: all of its footage is kept for the longer days while there is room. Switch the analysis on.',
  ),
  packet_loss: entry(502, true, 'The network lost packets from the camera. Check cable, switch and Wi-Fi.'),
  clock_jump: entry(500, false, 'The clock jumped, so times here are not certain.'),
  footage_damaged: entry(500, false, 'This piece of footage was damaged and could not be repaired.'),
  footage_ledger_lost: entry(
    500,
    false,
    'What the core of before knew of its recordings could not be read. The recordings are there, but the reasons of their gaps and which of them are protected are not known. Start the core again when its disk is whole, and it is tried once more.',
  ),
  footage_expired: entry(410, false, 'This footage is older than the retention time and was deleted.'),
  gap_unknown: entry(500, false, 'No footage was found for this time, and its cause was not recorded.'),
  // viewing
  no_footage: entry(404, false, 'Nothing was recorded at this time.'),
  live_not_possible: entry(503, true, 'This stream cannot be shown live just now. Try again.'),
  live_lease_ended: entry(410, false, 'This live view ended. Open it again.'),
  local_grant_invalid: entry(401, false, 'The core does not accept this pass for watching without the server. Wait until the server is back.'),
  local_grant_expired: entry(401, false, 'The pass for watching without the server has run out. Wait until the server is back.'),
  local_grant_revoked: entry(401, false, 'The pass for watching without the server was taken back. Sign in again when the server is back.'),
  live_view_closed: entry(410, false, 'Somebody who looks after this system ended this live view. Open it again if you still need it.'),
  viewer_too_slow: entry(503, true, 'Your connection is too slow for this stream. The picture skips ahead.'),
  codec_unsupported: entry(415, false, 'This browser cannot play this stream. Use the sub-stream, or set the camera to H.264.'),
  transcode_unavailable: entry(501, false, 'This core has no decoder installed, so the stream cannot be converted. Set the camera to H.264.'),
  privacy_unavailable: entry(
    503,
    true,
    'What this camera hides cannot be hidden just now, so no picture is shown. It is tried again by itself; if it stays, look at the load of the core.',
  ),
  transcode_busy: entry(503, true, 'The core converts as many videos as it can already. Close another view or try again in a moment.'),
  // seeing
  model_absent: entry(
    404,
    false,
    'No model is installed for this. The core fetches the built-in ones by itself when it reaches the package registry; or give a model pack by path.',
  ),
  model_download_failed: entry(502, true, 'The model could not be fetched from the package registry. Check the network of the core; it tries again by itself.'),
  model_corrupt: entry(500, false, 'A file of this model pack differs from its checksum. It is not used. Install the pack again.'),
  model_manifest_invalid: entry(400, false, 'The manifest of this model pack is missing or wrong. Correct manifest.json.'),
  model_unfit: entry(
    400,
    false,
    'This model does not fit its manifest: inputs or outputs have another shape. Correct the pack; the built-in model is used meanwhile.',
  ),
  model_failed: entry(500, true, 'The model stopped with an error. The core uses the built-in one and goes on.'),
  model_runtime_absent: entry(501, false, 'This core has no inference runtime for its processor, so only motion is found.'),
  analysis_overloaded: entry(
    503,
    true,
    'The core cannot look at all cameras as often as wanted. Everything is recorded; detection is less frequent. Use fewer cameras per core, or switch parts of the picture analysis off.',
  ),
  analysis_restarted: entry(503, true, 'The picture analysis of this core ended unexpectedly and was started again. Recording was not touched.'),
  analysis_suspended: entry(
    503,
    true,
    'The pictures of this camera ended the picture analysis again and again, so it is left out for a while. Recording goes on. Update the firmware of the camera or choose another codec.',
  ),
  events_left_out: entry(
    507,
    true,
    'The core was without its server for so long that no room was left for new events, so some were not kept. Recording went on. Connect the core.',
  ),
  pictures_lost: entry(
    507,
    true,
    'The core could not keep all pictures of events until the server had them, so some are lost. The events and the footage are not. Connect the core, or make room on its disk.',
  ),
  event_refused: entry(
    400,
    false,
    "A core reported an event that cannot be true (another core's camera, an impossible time or value). It was refused and logged.",
  ),
  event_not_comparable: entry(409, false, 'This event has nothing to compare: no picture features of this kind were made for it.'),
  search_range_invalid: entry(400, false, 'The end must lie after the start, and the range may not be longer than this search allows.'),
  // exports
  export_range_invalid: entry(400, false, 'The end must lie after the start, and the range may be at most 24 hours.'),
  export_not_ready: entry(409, true, 'The export is not finished yet.'),
  export_failed: entry(500, true, 'The export failed. Start it again.'),
  export_cancelled: entry(410, false, 'The export was cancelled.'),
  // start-up
  data_folder_unwritable: entry(500, false, 'The data folder cannot be written. Choose another with --data or correct its owner.'),
  data_folder_untraversable: entry(500, false, 'A folder above the data folder cannot be entered by the database account. Choose another with --data.'),
  data_folder_locked: entry(500, false, 'Another copy uses this data folder. Stop it first, or choose another folder with --data.'),
  store_damaged: entry(500, false, 'The database of this core is damaged. Move the file away and claim the core again: recorded footage is found again.'),
  store_newer: entry(500, false, 'The database of this core was written by a newer version. Use that version or a newer one.'),
  database_start_failed: entry(500, true, 'The database did not start. Run ./sightline doctor.'),
  database_unreachable: entry(500, true, 'The database at DATABASE_URL does not answer. Check address and password.'),
  migration_changed: entry(500, false, 'A migration file differs from the one that was applied. Use the matching version of the product.'),
  node_version_unsupported: entry(500, false, 'Node 24 is needed. Install dependencies with optional packages, or install Node 24.'),
  port_taken: entry(500, false, 'The port is in use. Choose another with --port.'),
  listen_insecure: entry(500, false, 'Beyond this machine the server needs TLS: give --tls CERT,KEY.'),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** A code of the catalogue. */
export const errorCode = z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]);

/** Body of every failed answer. `data` names fields or limits; it never carries secrets. */
export const errorBody = z.object({
  code: errorCode,
  message: z.string(),
  data: z.record(z.string(), z.unknown()),
  requestId: z.string(),
});

export type ErrorBody = z.infer<typeof errorBody>;

/** A failure of the catalogue, thrown by services and drivers; the HTTP edge turns it into `ErrorBody`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown>;

  constructor(code: ErrorCode, data: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(errorCatalogue[code].text, options);
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
}
