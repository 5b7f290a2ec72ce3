import { entry, type ErrorEntry } from './error-entry.ts';

/** Cores: their link, their network and their software. */
export const coreErrors = {
  claim_code_invalid: entry(
    400,
    false,
    'This claim code is wrong, used or expired. Create a new one on the core page.',
  ),
  core_offline: entry(503, true, 'The core is offline. Check its power and network; it reconnects by itself.'),
  core_never_connected: entry(
    503,
    true,
    'This core was never connected. Open its page and pair it with the machine on site.',
  ),
  core_pairing_revoked: entry(
    409,
    false,
    'The pairing of this core was revoked, so it stays away. Open its page and pair it again with a new claim code.',
  ),
  core_timeout: entry(504, true, 'The core did not answer in time. Try again.'),
  core_part_down: entry(503, true, 'A part of the core stopped and is restarting. Try again in a few seconds.'),
  core_revoked: entry(401, false, 'This core was revoked. Claim it again with a new code.'),
  core_cloned: entry(409, false, 'Two cores use the same identity. Claim one of them anew.'),
  core_protocol_unsupported: entry(
    426,
    false,
    'This core speaks a protocol the server does not know. Update the older of the two.',
  ),
  core_not_empty: entry(409, false, 'This core still has cameras. Move or delete them first.'),
  local_core_absent: entry(
    409,
    false,
    'This server was not started with a core on the same machine. Use the command with the claim code.',
  ),
  operation_committed: entry(409, false, 'The core has applied this change already. Change the camera itself instead.'),
  operation_superseded: entry(
    409,
    false,
    'A later change of the same camera waits behind this one. Cancel that one first.',
  ),
  operation_not_kept: entry(409, false, 'What was before this change is not kept. Change the camera itself instead.'),
  core_clock_wrong: entry(
    409,
    false,
    'The clock of this core is wrong by more than a minute. It goes by the time of the server meanwhile; what it recorded before it reached the server lies at times that are wrong by as much. Set the clock on that machine, best by NTP.',
  ),
  core_content_repaired: entry(
    409,
    false,
    'This core held something else than is wanted of it, as after a restore from an older copy. These cameras were told to it anew.',
  ),
  camera_unknown_here: entry(
    409,
    false,
    'This core records a camera that this server does not know, as after a restore from an older copy. Recording goes on. Adopt the camera on the page of the core, under Sync.',
  ),
  core_not_paired: entry(
    409,
    false,
    'No machine was ever paired with this core, so there is nothing to replace. Pair one with a claim code.',
  ),
  core_replaced: entry(
    409,
    false,
    'Another machine took the place of this core. The key of the old one has ended; switch the old one off.',
  ),
  dhcp_not_installed: entry(
    501,
    false,
    'dnsmasq is not installed on this core. Install the package dnsmasq-base there and try again.',
  ),
  dhcp_not_set_up: entry(
    409,
    false,
    'No network is set up on this core from which addresses could be kept. Save its interface and range first.',
  ),
  dhcp_interface_invalid: entry(
    400,
    false,
    'The core has no such network interface with an address of its own. Choose one from the list.',
  ),
  dhcp_range_invalid: entry(
    400,
    false,
    'First before last, at most 4,096, all of them and of the reserved ones inside of the network and not the core.',
  ),
  dhcp_other_server: entry(
    409,
    false,
    'Another DHCP server answers on this network. Switch it off first; two of them give out the same addresses.',
  ),
  dhcp_reservation_conflict: entry(
    409,
    false,
    'Address or name is kept for another device already. Choose another, or remove that reservation first.',
  ),
  dhcp_failed: entry(
    502,
    true,
    'dnsmasq did not start on this core. The page of the core shows what it said; it often lacks the right to use port 67.',
  ),
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
  core_package_hash: entry(
    400,
    false,
    'A file of this package differs from what was signed. Do not use it; build or download it again.',
  ),
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
  core_update_data_format: entry(
    409,
    false,
    'This version cannot read what the core has stored by now. Choose a newer one.',
  ),
  core_update_older: entry(
    409,
    false,
    'This package is older than what the core runs. Choose a newer one, or go back to the version of before.',
  ),
  core_update_by_hand: entry(
    409,
    false,
    'This core was not started by its launcher, so it is updated by hand: update its checkout and start it again.',
  ),
  core_update_running: entry(409, true, 'Another update of this core is under way. Wait for it, or cancel it.'),
  core_update_no_previous: entry(
    409,
    false,
    'This core keeps no version of before, so there is nothing to go back to. Choose a version instead.',
  ),
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
  core_trial_records_lost: entry(
    500,
    false,
    'A version was tried and taken back, and what it wrote cannot be read: events and notices of those minutes may be missing. The recordings are there. Look into the log of the core.',
  ),
  core_update_crash_loop: entry(
    500,
    false,
    'The new version ended again and again soon after the update, so the core went back to the one of before. Look into the log of the core.',
  ),
  core_update_no_return: entry(
    504,
    false,
    'The core did not come back in time after it was updated. Look at its power and network; without proof it goes back to the version of before by itself.',
  ),
  core_releases_full: entry(
    409,
    false,
    'As many packages are kept as fit. Delete one that no core needs any more, then upload this one again.',
  ),
  core_roll_out_running: entry(
    409,
    false,
    'A roll-out for cores of this kind is under way. Wait for its end, or cancel it first.',
  ),
  core_roll_out_empty: entry(
    400,
    false,
    'None of the chosen cores can take this version, or all of them run it already. Choose other cores.',
  ),
  core_roll_out_ended: entry(409, false, 'This roll-out has ended. Begin another one for the cores that are left.'),
  core_roll_out_stopped: entry(
    409,
    false,
    'A core failed, so the roll-out stands still. Leave that core out and then let the others go on, or cancel the roll-out.',
  ),
  core_in_roll_out: entry(
    409,
    false,
    'This core belongs to a roll-out that is under way. Leave it out there, or cancel the roll-out, and try again.',
  ),
} as const satisfies Record<string, ErrorEntry>;
