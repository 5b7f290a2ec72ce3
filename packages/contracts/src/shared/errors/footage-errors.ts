import { entry, type ErrorEntry } from './error-entry.ts';

/** Why there is no footage (causes of gaps); codes of cameras are causes too. */
export const footageErrors = {
  starting: entry(503, true, 'Recording was starting.'),
  edge_down: entry(503, true, "The core wasn't running."),
  recorder_down: entry(
    503,
    true,
    "The core's recorder stopped unexpectedly and was restarted. If this repeats, check the core's log.",
  ),
  core_updating: entry(503, true, 'The core was being updated.'),
  disk_full: entry(507, false, 'The disk is full. Free space or shorten retention.'),
  disk_slow: entry(503, true, "The disk couldn't keep up with the cameras. Use a faster disk or fewer cameras."),
  disk_failed: entry(500, false, 'Writing to the disk failed. Check the disk and replace it if needed.'),
  footage_disk_away: entry(
    503,
    false,
    'The recording disk is missing. Mount it again. For a new disk, start the core once with --new-footage-disk.',
  ),
  recording_off: entry(409, false, 'Recording is off for this camera.'),
  not_scheduled: entry(409, false, "The recording schedule doesn't cover this time."),
  recording_no_motion: entry(409, false, 'No motion. This camera records only when something moves.'),
  recording_no_objects: entry(
    409,
    false,
    'No person, vehicle or animal was there. This camera records only when one is.',
  ),
  stream_not_stored: entry(
    409,
    false,
    "This stream isn't recorded; the camera's other stream is. Change what is stored in the recording settings.",
  ),
  recording_not_selective: entry(
    503,
    true,
    "Picture analysis isn't working for this camera right now, so everything is recorded. Nothing is lost. Switch on the camera's analysis, or give the core fewer cameras.",
  ),
  recording_pre_roll_cut: entry(
    503,
    true,
    "The core's memory didn't hold all of the time before the motion, so the recording begins later than configured. Shorten that time, or lower the camera's bitrate.",
  ),
  smart_storage_blind: entry(
    409,
    false,
    'Picture analysis is off for this camera, so there is no telling when something happened. All its footage is kept for the longer time while there is room. Switch the analysis on.',
  ),
  packet_loss: entry(502, true, 'Packets from the camera were lost on the network. Check cable, switch and Wi-Fi.'),
  clock_jump: entry(500, false, 'The clock jumped, so times here may be wrong.'),
  footage_time_uncertain: entry(
    500,
    false,
    "The core's machine restarted before the core had reached its server, and its clock had stopped meanwhile. Recordings filed under the times named here may be from another time. Set the machine's clock with NTP, and give it a battery-backed clock.",
  ),
  footage_damaged: entry(500, false, "This footage was damaged and couldn't be repaired."),
  footage_set_aside: entry(
    500,
    false,
    "A recording couldn't be read, most often after a power cut or because of a failing disk. It wasn't deleted: it stays in the recordings folder, at the path given here, until its retention ends. Copy it from there if you need it, and check the core's disk.",
  ),
  footage_ledger_lost: entry(
    500,
    false,
    "The previous core's record of its footage couldn't be read. The recordings are kept, but the causes of their gaps and which of them are protected aren't known. Once the disk is healthy, restart the core to try again.",
  ),
  footage_of_another_core: entry(
    409,
    false,
    "The recording disk holds another core's footage. It's shown only where its cameras now belong to this core, and kept until its retention ends. If the disks were mixed up, stop this core and name the right one.",
  ),
  store_rebuilt: entry(
    500,
    false,
    "The core's database was damaged. The core rebuilt it from its recordings and keeps recording; what couldn't be read is named here. Check the core's disk. The damaged file is kept at the path given here.",
  ),
  footage_missing: entry(
    410,
    false,
    "This recording's file is no longer on the core's disk: something other than Sightline deleted or moved it. Check who has access to the core's disk.",
  ),
  footage_below_least: entry(
    507,
    false,
    "The core's disk is full, so it had to delete footage newer than the minimum it's set to keep. Free space on the disk, use a larger one, or record less.",
  ),
  alert_footage_given_up: entry(
    507,
    false,
    "There isn't enough room to keep all protected footage of alerts, so the oldest of it is no longer protected. Free space on the core's disk, use a larger one, or protect footage for fewer days in the alert rules.",
  ),
  disk_room_taken: entry(
    507,
    false,
    "Something other than recordings is filling the core's disk. Move or delete the files named here. Until then the core deletes its oldest recordings, but no faster than new ones need room.",
  ),
  footage_expired: entry(410, false, 'This footage is older than the retention time and was deleted.'),
  gap_unknown: entry(500, false, "There is no footage for this time, and the cause wasn't recorded."),
} as const satisfies Record<string, ErrorEntry>;
