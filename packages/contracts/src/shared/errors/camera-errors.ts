import { entry, type ErrorEntry } from './error-entry.ts';

/** Cameras, their streams, settings and own pages. */
export const cameraErrors = {
  camera_url_invalid: entry(400, false, "This isn't a valid RTSP URL. It starts with rtsp:// and names a host."),
  camera_url_port_wrong: entry(
    400,
    false,
    "The port in this address isn't valid. Use a number from 1 to 65535 after the host, or leave the port out.",
  ),
  camera_url_too_long: entry(
    400,
    false,
    "This address is too long. Use up to 2,000 characters: leave out what the camera doesn't need.",
  ),
  camera_url_ambiguous: entry(
    400,
    false,
    "It isn't clear where the password in this address ends. Enter user name and password in their own fields, and write an @ in the path as %40.",
  ),
  camera_duplicate: entry(409, false, 'Another camera of this core already uses this stream address.'),
  camera_password_needed: entry(
    409,
    false,
    "The stored password belongs to the previous address and isn't sent anywhere else. Enter the password for the new address.",
  ),
  privacy_needs_originals: entry(
    403,
    false,
    'This change would show what the camera hides. Hide at least as much, or ask someone with the permission "See what cameras hide" to make it.',
  ),
  privacy_device_unknown: entry(
    409,
    false,
    'Can\'t tell right now whether this device must be hidden. Enter its IP address and try again while the core is online and up to date, or ask someone with the permission "See what cameras hide".',
  ),
  privacy_core_too_old: entry(
    409,
    false,
    'This core\'s version is too old to hide parts of the picture, so its pictures aren\'t shown. Update the core. Someone with the permission "See what cameras hide" can view them.',
  ),
  privacy_picture_before: entry(
    409,
    false,
    'This picture was made before the camera hid this area, so it isn\'t shown. Someone with the permission "See what cameras hide" can open it.',
  ),
  zone_crossing: entry(400, false, 'The sides of this area cross each other. Move its corners apart.'),
  schedule_overlaps: entry(
    400,
    false,
    'Two time spans in the schedule overlap. Merge them, or end the first before the second begins.',
  ),
  organization_switch_off: entry(
    409,
    false,
    "Your organization doesn't allow this kind of recognition. An administrator can allow it in the organization's details.",
  ),
  camera_import_running: entry(409, true, 'An import is already running. Wait for it to finish or cancel it.'),
  camera_import_incomplete: entry(
    409,
    false,
    'Only part of this list reached the server. Remove it and upload the file again.',
  ),
  camera_import_stopped: entry(
    401,
    false,
    'The import stopped because you signed out or lost the permission. Start it again for the remaining cameras.',
  ),
  camera_not_ready: entry(503, true, 'The core is still setting up this camera. It starts in a moment.'),
  camera_unreachable: entry(502, true, 'No answer at this address. Check host, port, cable and power.'),
  camera_credentials_refused: entry(502, false, 'The camera rejected the user name or password. Correct them.'),
  camera_path_not_found: entry(502, false, 'The camera answers, but not at this path. Check the part after the host.'),
  camera_not_rtsp: entry(
    502,
    false,
    "Something answers at this address, but it isn't a camera stream. Check the port.",
  ),
  camera_timeout: entry(
    504,
    true,
    'The camera accepted the connection but sent nothing in time. Try again or restart the camera.',
  ),
  camera_stalled: entry(502, true, 'The camera stopped sending. The core is reconnecting…'),
  camera_closed: entry(502, true, 'The camera closed the connection. The core is reconnecting…'),
  camera_no_video: entry(502, false, 'The stream has no video. Choose another path.'),
  camera_codec_unsupported: entry(502, false, "The stream's codec isn't H.264 or H.265. Change it in the camera."),
  camera_transport_refused: entry(
    502,
    false,
    'The camera rejects both TCP and UDP. Allow one of them in its streaming settings.',
  ),
  camera_no_parameter_sets: entry(
    502,
    false,
    "The camera doesn't send its parameter sets, so the video can't be decoded. Restart the camera or change its encoder settings.",
  ),
  camera_not_onvif: entry(
    502,
    false,
    "Something answers at this address, but it doesn't speak ONVIF. Check the port, and switch ONVIF on in the camera.",
  ),
  camera_address_refused: entry(
    400,
    false,
    "The core isn't allowed to call this address, or the one that the camera points to. Enter the camera's own address, or start the core with --device-networks.",
  ),
  camera_page_off: entry(
    409,
    false,
    "Access to this camera's own page is off. Switch it on in the camera's network settings and save.",
  ),
  camera_page_not_offered: entry(
    501,
    false,
    "Opening cameras' own pages isn't set up on this server. Whoever runs it has to give these pages an address of their own.",
  ),
  camera_page_core_old: entry(409, false, "This camera's core is too old to open the camera's page. Update the core."),
  camera_page_ended: entry(
    410,
    false,
    "This access to the camera's page has ended or was already used. Open it again from the camera's settings.",
  ),
  camera_page_elsewhere: entry(
    502,
    false,
    "The camera redirects its page to another address, which isn't followed. If that address is the camera's own, enter its scheme and port in the camera's network settings.",
  ),
  camera_page_certificate_changed: entry(
    409,
    false,
    'The camera shows a different certificate than before. Compare its fingerprint with the one in the camera, and continue only if they match.',
  ),
  onvif_no_profiles: entry(
    502,
    false,
    'The camera answers over ONVIF but offers no stream. Set up a media profile in the camera, or add it by its RTSP address.',
  ),
  onvif_unsupported: entry(501, false, "This camera doesn't offer this over ONVIF. Use its own web page."),
  onvif_refused: entry(
    502,
    false,
    "The camera understood the request and rejected it. Check the value, and the account's rights in the camera.",
  ),
  onvif_absent: entry(409, false, "This camera has no ONVIF address. Enter it in the camera's settings first."),
  onvif_scan_running: entry(
    409,
    true,
    'This core is already searching for cameras. Wait for it to finish or cancel it.',
  ),
  status_unknown: entry(
    503,
    true,
    "The status isn't known yet. It appears in a moment; if it doesn't, reload the page.",
  ),
  stream_offline: entry(503, true, "This stream is offline. See the camera's status for the cause."),
} as const satisfies Record<string, ErrorEntry>;
