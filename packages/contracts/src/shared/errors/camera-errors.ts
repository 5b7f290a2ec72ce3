import { entry, type ErrorEntry } from './error-entry.ts';

/** Cameras, their streams, settings and own pages. */
export const cameraErrors = {
  camera_url_invalid: entry(400, false, 'This is not an RTSP address. It starts with rtsp:// and names a host.'),
  camera_url_port_wrong: entry(
    400,
    false,
    'The port in this address does not exist. Write a number from 1 to 65535 after the host, or leave the port out.',
  ),
  camera_url_too_long: entry(
    400,
    false,
    'This address is too long. A core takes 2,000 characters at most: leave out what the camera does not need.',
  ),
  camera_url_ambiguous: entry(
    400,
    false,
    'It is not clear where the password in this address ends. Write user name and password in their own fields, not in the address, and an @ of its path as %40.',
  ),
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
  privacy_device_unknown: entry(
    409,
    false,
    'It cannot be told now whether this device is to be hidden. Name it by its IP address and try again while the core is connected and up to date, or ask who may see originals.',
  ),
  privacy_core_too_old: entry(
    409,
    false,
    'This core is too old to hide what the camera hides, so its pictures are not shown. Update the core; whoever may see originals can ask for them.',
  ),
  privacy_picture_before: entry(
    409,
    false,
    'This picture was made before the camera hid this area, so it is not shown. Somebody with the permission "See what cameras hide" can open it.',
  ),
  zone_crossing: entry(400, false, 'The sides of this area cross each other. Move its corners so that they do not.'),
  schedule_overlaps: entry(
    400,
    false,
    'Two spans of the schedule overlap. Make one of them, or let the first end before the second begins.',
  ),
  organization_switch_off: entry(
    409,
    false,
    'The organization does not allow this recognition. An administrator can allow it in the details of the organization.',
  ),
  camera_import_running: entry(409, true, 'This list is being worked on. Wait until it is done, or cancel it first.'),
  camera_import_incomplete: entry(
    409,
    false,
    'Only a part of this list came to the server. Remove it and bring the file again.',
  ),
  camera_import_stopped: entry(
    401,
    false,
    'The work on this list ended because you signed out or lost the permission. Start it again for what is left.',
  ),
  camera_not_ready: entry(503, true, 'The core is still setting this camera up. It starts by itself in a moment.'),
  camera_unreachable: entry(502, true, 'Nothing answers at this address. Check host, port, cable and power.'),
  camera_credentials_refused: entry(502, false, 'The camera refused user name or password. Correct them.'),
  camera_path_not_found: entry(502, false, 'The camera answers, but not at this path. Check the part after the host.'),
  camera_not_rtsp: entry(502, false, 'Something answers at this address, but it is no camera stream. Check the port.'),
  camera_timeout: entry(
    504,
    true,
    'The camera accepted the connection but sent nothing in time. Try again or restart the camera.',
  ),
  camera_stalled: entry(502, true, 'The camera stopped sending while connected. The core reconnects by itself.'),
  camera_closed: entry(502, true, 'The camera closed the connection. The core reconnects by itself.'),
  camera_no_video: entry(502, false, 'The stream has no video track. Choose another path.'),
  camera_codec_unsupported: entry(
    502,
    false,
    'The stream uses a codec other than H.264 or H.265. Change it in the camera.',
  ),
  camera_transport_refused: entry(
    502,
    false,
    'The camera refuses both TCP and UDP. Allow one of them in its streaming settings.',
  ),
  camera_no_parameter_sets: entry(
    502,
    false,
    'The camera never sends its parameter sets, so the video cannot be decoded. Restart the camera or change its encoder settings.',
  ),
  camera_not_onvif: entry(
    502,
    false,
    'Something answers at this address, but it does not speak ONVIF. Check the port, and switch ONVIF on in the camera.',
  ),
  camera_address_refused: entry(
    400,
    false,
    "This core doesn't call this address, or the one that the camera points to. Enter the camera's own address, or start the core with --device-networks.",
  ),
  camera_page_off: entry(
    409,
    false,
    'The way to the page of this camera is switched off. Switch it on in its network settings and save.',
  ),
  camera_page_not_offered: entry(
    501,
    false,
    'This installation does not open pages of cameras. Whoever runs the server gives them an address of their own first.',
  ),
  camera_page_core_old: entry(409, false, 'The core of this camera is too old to open its page. Update the core.'),
  camera_page_ended: entry(
    410,
    false,
    'This way to the page of the camera has ended, or was used already. Open it again from the settings of the camera.',
  ),
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
  onvif_no_profiles: entry(
    502,
    false,
    'The camera answers ONVIF but offers no stream. Set up a media profile in the camera, or add it by its RTSP address.',
  ),
  onvif_unsupported: entry(501, false, 'This camera does not offer this over ONVIF. Use its own web page.'),
  onvif_refused: entry(
    502,
    false,
    'The camera understood the request and refused it. Check the rights of the account in the camera and the value.',
  ),
  onvif_absent: entry(409, false, 'This camera has no ONVIF address. Give it in the settings of the camera first.'),
  onvif_scan_running: entry(409, true, 'This core is looking for cameras already. Wait for it, or cancel it.'),
  status_unknown: entry(
    503,
    true,
    'Nothing is known of its status yet. It appears by itself within a moment; if it does not, reload the page.',
  ),
  stream_offline: entry(503, true, 'This stream is offline. See the camera status for the cause.'),
} as const satisfies Record<string, ErrorEntry>;
