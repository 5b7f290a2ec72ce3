import { entry, type ErrorEntry } from './error-entry.ts';

/** Schedules, alert rules and alerts. */
export const alertErrors = {
  schedule_in_use: entry(409, false, 'Alert rules or alarms use this schedule. Give them another schedule first.'),
  event_tag_in_use: entry(
    409,
    false,
    'Alert rules go by the name of this event tag or by one of its fields. Change the rules first, or add another tag.',
  ),
  alert_rule_in_use: entry(409, false, 'Alarms use this rule. Remove the rule from those alarms first.'),
  schedule_unknown: entry(400, false, 'This schedule no longer exists. Choose another one.'),
  alert_rule_invalid: entry(400, false, "This rule can't work as it is. Correct what is marked."),
  alert_rules_too_many: entry(
    409,
    false,
    'A camera has at most 200 alert rules, and an organization 5,000. Delete rules that nobody needs.',
  ),
  alert_rules_import_refused: entry(
    400,
    false,
    "No rule was imported, because some can't be. Correct what is listed and import the file again.",
  ),
  camera_mute_time: entry(
    400,
    false,
    'A camera is muted until a time within the next 7 days. Choose an earlier or a later time.',
  ),
  back_test_kind: entry(
    409,
    false,
    "Rules of this kind can't be tested on past days. Save the rule and see when it alerts.",
  ),
  back_test_core_old: entry(409, false, "This camera's core is too old to test rules on past days. Update the core."),
  back_test_busy: entry(503, true, 'The core is testing other rules right now. Try again in a moment.'),
  alert_taken: entry(
    409,
    false,
    'Someone else took this alert first. Choose another one, or ask them to hand it over.',
  ),
  alert_no_clip: entry(
    409,
    false,
    'This alert has no clip: it is about no camera. Tell people about it by its number.',
  ),
  alert_camera_deleted: entry(
    409,
    false,
    "This alert's camera was deleted, so its recordings can't be played or shared any more. Share an export that was made before.",
  ),
  alert_hidden: entry(
    409,
    false,
    "This alert is about someone whom a privacy zone hides, so its clip isn't shared. Share an export instead.",
  ),
  alert_links_too_many: entry(409, false, 'An alert has at most 20 links at a time. Revoke one that nobody needs.'),
  alert_done: entry(409, false, 'This alert is done already. Open it again to change it.'),
} as const satisfies Record<string, ErrorEntry>;
