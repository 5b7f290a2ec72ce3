import { entry, type ErrorEntry } from './error-entry.ts';

/** Doors that cores watch. */
export const doorErrors = {
  door_area: entry(
    400,
    false,
    "This area can't be used: its edges cross, or it is too small. Draw it around the whole door.",
  ),
  door_in_use: entry(409, false, 'Alert rules name this door. Remove the door from those rules first.'),
  door_no_looks: entry(
    409,
    false,
    'This door has no pictures yet. Wait until its core has seen it closed and open, or delete it.',
  ),
} as const satisfies Record<string, ErrorEntry>;
