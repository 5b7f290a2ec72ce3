import { entry, type ErrorEntry } from './error-entry.ts';

/** What access systems say of doors. */
export const accessEventErrors = {
  access_event_time: entry(
    400,
    false,
    "This access event is more than 24 hours old or more than 5 minutes ahead. Check the access system's clock.",
  ),
} as const satisfies Record<string, ErrorEntry>;
