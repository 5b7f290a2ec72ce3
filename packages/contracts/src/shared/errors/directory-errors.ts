import { entry, type ErrorEntry } from './error-entry.ts';

/** Directories of the organization's database. */
export const directoryErrors = {
  event_tag_field_type: entry(
    400,
    false,
    "A field doesn't hold what its event tag says. Send a value of that type, or change the event tag.",
  ),
  vehicle_in_use: entry(
    409,
    false,
    'Alert rules go by a group that holds this vehicle alone. Add another vehicle to the group, or change those rules first.',
  ),
  plate_taken: entry(409, false, 'A vehicle with this plate already exists. Edit that one, or enter another plate.'),
} as const satisfies Record<string, ErrorEntry>;
