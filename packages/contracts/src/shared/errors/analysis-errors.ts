import { entry, type ErrorEntry } from './error-entry.ts';

/** What pictures are looked at with, and what was seen. */
export const analysisErrors = {
  model_absent: entry(
    404,
    false,
    'No model is installed for this. The core downloads the built-in models as soon as it reaches the package registry. Or give it a model pack by path.',
  ),
  model_download_failed: entry(
    502,
    true,
    "The model couldn't be downloaded from the package registry. Check the core's network. Retrying automatically.",
  ),
  model_corrupt: entry(
    500,
    false,
    "A file in this model pack doesn't match its checksum, so the pack isn't used. Install it again.",
  ),
  model_manifest_invalid: entry(400, false, "This model pack's manifest is missing or wrong. Correct manifest.json."),
  model_unfit: entry(
    400,
    false,
    "This model doesn't match its manifest: its inputs or outputs have another shape. Correct the pack. The built-in model is used for now.",
  ),
  model_failed: entry(500, true, 'The model stopped with an error. The core uses the built-in one instead.'),
  model_runtime_absent: entry(501, false, "This core's processor can't run models, so only motion is detected."),
  analysis_overloaded: entry(
    503,
    true,
    "The core can't check all cameras as often as configured. Everything is recorded, but detection is less frequent. Use fewer cameras per core, or switch off parts of the picture analysis.",
  ),
  analysis_restarted: entry(
    503,
    true,
    "This core's picture analysis stopped unexpectedly and was restarted. Recording wasn't affected.",
  ),
  analysis_suspended: entry(
    503,
    true,
    "This camera's pictures crashed the picture analysis repeatedly, so it's left out for a while. Recording continues. Update the camera's firmware or choose another codec.",
  ),
  events_left_out: entry(
    507,
    true,
    "The core was without its server for so long that it ran out of room for new events, so some weren't kept. Recording continued. Connect the core.",
  ),
  pictures_lost: entry(
    507,
    true,
    "The core couldn't keep all event pictures until they reached the server, so some are lost. The events and the footage are kept. Connect the core, or free space on its disk.",
  ),
  event_refused: entry(
    400,
    false,
    "A core reported an impossible event (another core's camera, or an impossible time or value). It was rejected and logged.",
  ),
  event_not_comparable: entry(
    409,
    false,
    'This event has nothing to compare: no picture features of this kind were made for it.',
  ),
  search_range_invalid: entry(
    400,
    false,
    'The end must be after the start, within the longest range for this search. Choose another range.',
  ),
} as const satisfies Record<string, ErrorEntry>;
