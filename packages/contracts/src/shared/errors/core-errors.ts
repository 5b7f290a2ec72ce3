import { entry, type ErrorEntry } from './error-entry.ts';

/** Cores: their link, their network and their software. */
export const coreErrors = {
  claim_code_invalid: entry(
    400,
    false,
    "This claim code is wrong, used or expired. Create a new one on the core's page.",
  ),
  core_offline: entry(503, true, 'The core is offline. Check its power and network. It reconnects automatically.'),
  core_never_connected: entry(
    503,
    true,
    'This core has never been connected. Open its page and pair it with the machine on site.',
  ),
  core_pairing_revoked: entry(
    409,
    false,
    "This core's pairing was revoked, so it can't connect. Open its page and pair it again with a new claim code.",
  ),
  core_timeout: entry(504, true, "The core didn't answer in time. Try again."),
  core_part_down: entry(503, true, 'Part of the core stopped and is restarting. Try again in a few seconds.'),
  core_revoked: entry(401, false, "This core's pairing was revoked. Pair it again with a new code."),
  core_cloned: entry(409, false, 'Two cores use the same identity. Pair one of them again.'),
  core_protocol_unsupported: entry(
    426,
    false,
    'This core and the server speak different protocol versions. Update the older of the two.',
  ),
  core_not_empty: entry(409, false, 'This core still has cameras. Move or delete them first.'),
  local_core_absent: entry(409, false, "No core runs on this server's machine. Use the command with the claim code."),
  operation_committed: entry(409, false, 'The core has already applied this change. Change the camera instead.'),
  operation_superseded: entry(
    409,
    false,
    'A later change to this camera is waiting behind this one. Cancel that one first.',
  ),
  operation_not_kept: entry(
    409,
    false,
    "The settings from before this change weren't kept. Change the camera instead.",
  ),
  operation_shared: entry(
    409,
    false,
    "This change isn't the core's alone: it holds for the whole organization or site. Change it back there.",
  ),
  core_clock_wrong: entry(
    409,
    false,
    "This core's clock is off by more than a minute. For now it uses the server's time, and what it recorded before moves to the right times automatically. Set the machine's clock, preferably with NTP.",
  ),
  core_content_repaired: entry(
    409,
    false,
    "This core's configuration didn't match the server's, as can happen after a restore from an older backup. The items listed here were sent to it again.",
  ),
  camera_unknown_here: entry(
    409,
    false,
    "This core records a camera that the server doesn't know, as can happen after a restore from an older backup. Recording continues. Adopt the camera on the core's page, under Sync.",
  ),
  core_not_paired: entry(
    409,
    false,
    'No machine has been paired with this core yet, so there is nothing to replace. Pair one with a claim code.',
  ),
  core_replaced: entry(
    409,
    false,
    "Another machine has replaced this core's machine. The old one's key no longer works; switch that machine off.",
  ),
  dhcp_not_installed: entry(
    501,
    false,
    "dnsmasq isn't installed on this core. Install the package dnsmasq-base there and try again.",
  ),
  dhcp_not_set_up: entry(
    409,
    false,
    'No network is set up on this core for reserving addresses. Save its interface and range first.',
  ),
  dhcp_interface_invalid: entry(
    400,
    false,
    'The core has no such network interface with its own address. Choose one from the list.',
  ),
  dhcp_range_invalid: entry(
    400,
    false,
    "The first address must come before the last, with up to 4,096 in all. They and all reserved addresses must be in the chosen interface's network, without the core's own address. Change the range, or remove reservations of another network first.",
  ),
  dhcp_other_server: entry(
    409,
    false,
    'Another DHCP server is active on this network. Switch it off first: two servers would give out the same addresses.',
  ),
  dhcp_reservation_conflict: entry(
    409,
    false,
    'This address or name is already reserved for another device. Choose another, or remove that reservation first.',
  ),
  dhcp_failed: entry(
    502,
    true,
    "dnsmasq didn't start on this core. The core's page shows its message; often it has no permission to use port 67.",
  ),
  link_message_invalid: entry(
    400,
    false,
    'A core sent a message that breaks the protocol. It was rejected and logged.',
  ),
  core_package_broken: entry(
    400,
    false,
    'This core package is incomplete: it was cut off, or something is missing. Build or download it again.',
  ),
  core_package_unsafe: entry(
    400,
    false,
    "This package contains something unsafe: a path that leads out of its folder, a link, or an unsigned file. Don't use it, and find out where it came from.",
  ),
  core_package_hash: entry(
    400,
    false,
    "A file in this package differs from what was signed. Don't use it. Build or download it again.",
  ),
  core_package_unsigned: entry(
    400,
    false,
    "This package isn't signed with a trusted release key. Sign it with your key, or give that key to the server and its cores.",
  ),
  core_package_platform: entry(
    409,
    false,
    "This package is for another system, processor or Node version than this core's. Choose the one that fits.",
  ),
  core_package_protocol: entry(
    409,
    false,
    'The software in this package and this server use different protocol versions. Update the server first, or use a newer package.',
  ),
  core_package_proxy_limit: entry(
    413,
    false,
    'A proxy in front of the server rejects even small parts of the package (413). Allow at least 1 MB per request in the proxy, then choose the same file again.',
  ),
  core_package_interrupted: entry(
    503,
    true,
    'The connection to the server was lost during the upload. Choose the same file again to resume it.',
  ),
  core_release_exists: entry(409, false, 'This package is already here. Choose it in the list.'),
  core_update_data_format: entry(
    409,
    false,
    "This version can't read what the core has already stored. Choose a newer one.",
  ),
  core_update_older: entry(
    409,
    false,
    "This package is older than the core's version. Choose a newer one, or roll back to the previous version.",
  ),
  core_update_by_hand: entry(
    409,
    false,
    "This core wasn't started by its launcher, so it has to be updated by hand. Update its checkout and start it again.",
  ),
  core_update_running: entry(
    409,
    true,
    'Another update of this core is already running. Wait for it to finish or cancel it.',
  ),
  core_update_no_previous: entry(
    409,
    false,
    'This core has no previous version to roll back to. Choose a version instead.',
  ),
  core_update_fetch_failed: entry(
    502,
    true,
    "The core couldn't download the package from the server. Check its network and start the update again; it resumes where it stopped.",
  ),
  core_update_cancelled: entry(410, false, 'The update was cancelled before the core switched versions.'),
  core_update_crashed: entry(
    500,
    false,
    "The new version crashed before it was confirmed working, so the core rolled back to the previous version. Check the core's log.",
  ),
  core_update_unproved: entry(
    500,
    false,
    "The new version didn't record or reach the server in time, so the core rolled back to the previous version. Check the core's log.",
  ),
  core_trial_records_lost: entry(
    500,
    false,
    "A new version was tried and rolled back, and what it wrote can't be read. Events and notices from those minutes may be missing. The recordings are kept. Check the core's log.",
  ),
  core_update_crash_loop: entry(
    500,
    false,
    "The new version crashed repeatedly soon after the update, so the core rolled back to the previous version. Check the core's log.",
  ),
  core_update_no_return: entry(
    504,
    false,
    "The core didn't come back in time after its update. Check its power and network. If the new version isn't confirmed working, the core rolls back automatically.",
  ),
  core_releases_full: entry(
    409,
    false,
    'There is no room for more packages. Delete one that no core needs any more, then upload this one again.',
  ),
  core_roll_out_running: entry(
    409,
    false,
    'A roll-out for cores of this kind is already running. Wait for it to finish or cancel it.',
  ),
  core_roll_out_empty: entry(
    400,
    false,
    'None of the chosen cores can take this version, or all of them already run it. Choose other cores.',
  ),
  core_roll_out_ended: entry(409, false, 'This roll-out has ended. Start another one for the remaining cores.'),
  core_roll_out_stopped: entry(
    409,
    false,
    'A core failed, so the roll-out stopped. Leave that core out and resume, or cancel the roll-out.',
  ),
  core_in_roll_out: entry(
    409,
    false,
    'This core is part of a running roll-out. Leave it out of the roll-out or cancel the roll-out, then try again.',
  ),
} as const satisfies Record<string, ErrorEntry>;
