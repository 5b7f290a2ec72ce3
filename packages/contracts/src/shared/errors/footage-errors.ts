import { entry, type ErrorEntry } from './error-entry.ts';

/** Why there is no footage (causes of gaps); codes of cameras are causes too. */
export const footageErrors = {
  starting: entry(503, true, 'Recording was being started.'),
  edge_down: entry(503, true, 'The core was not running.'),
  recorder_down: entry(
    503,
    true,
    "The part of the core that records ended unexpectedly and was restarted. If this repeats, check the core's log.",
  ),
  core_updating: entry(503, true, 'The core was being updated.'),
  disk_full: entry(507, false, 'The disk is full. Free space or shorten retention.'),
  disk_slow: entry(503, true, 'The disk could not keep up with the cameras. Use a faster disk or fewer cameras.'),
  disk_failed: entry(500, false, 'The disk refused to write. Check it and replace it if needed.'),
  footage_disk_away: entry(
    503,
    false,
    'The disk with the recordings is missing. Mount it again; for a new disk start the core once with --new-footage-disk.',
  ),
  recording_off: entry(409, false, 'Recording is switched off for this camera.'),
  not_scheduled: entry(409, false, 'The recording schedule does not include this time.'),
  recording_no_motion: entry(409, false, 'Nothing moved. This camera records only while something does.'),
  recording_no_objects: entry(
    409,
    false,
    'No person, vehicle or animal was there. This camera records only while one is.',
  ),
  stream_not_stored: entry(
    409,
    false,
    'This stream of the camera is not recorded; its other stream is. Change what is stored in the recording settings.',
  ),
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
  footage_set_aside: entry(
    500,
    false,
    'A recording could not be read, mostly after a power cut or because the disk fails. It was not deleted: it lies in the folder of the recordings, at the path given here, until its days are over. Copy it from there if you need it, and check the disk of the core.',
  ),
  footage_ledger_lost: entry(
    500,
    false,
    'What the core of before knew of its recordings could not be read. The recordings are there, but the reasons of their gaps and which of them are protected are not known. Start the core again when its disk is whole, and it is tried once more.',
  ),
  footage_of_another_core: entry(
    409,
    false,
    'The disk that was named for the recordings holds those of another core. They are shown only where their cameras belong to this core now, and stay until their days are over. If disks were mixed up, stop this core and name the right one.',
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
    "The core's disk is full, so it had to delete recordings of the last days, which it is set to keep at least. Free space on the disk, use a larger one, or record less.",
  ),
  disk_room_taken: entry(
    507,
    false,
    "Something other than recordings is filling the core's disk. Move or delete the files named here. Until then the core deletes its oldest recordings, but no faster than new ones need room.",
  ),
  footage_expired: entry(410, false, 'This footage is older than the retention time and was deleted.'),
  gap_unknown: entry(500, false, 'No footage was found for this time, and its cause was not recorded.'),
} as const satisfies Record<string, ErrorEntry>;
