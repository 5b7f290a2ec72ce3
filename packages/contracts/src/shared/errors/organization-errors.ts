import { entry, type ErrorEntry } from './error-entry.ts';

/** People, their rights, and the places that they watch over. */
export const organizationErrors = {
  // people and permissions
  already_member: entry(409, false, 'This person is already a member.'),
  invite_pending: entry(409, false, 'This address has already been invited. Resend that invitation instead.'),
  invite_for_other_address: entry(
    403,
    false,
    'This invitation was sent to another address. Sign in with that address.',
  ),
  support_time_invalid: entry(400, false, 'The access must end in the future, within 90 days.'),
  last_administrator: entry(409, false, 'This is the last administrator. Make someone else an administrator first.'),
  grant_exceeds_own: entry(
    403,
    false,
    'You can only grant or revoke permissions you have yourself. Ask an administrator who has them.',
  ),
  permission_not_for_entity: entry(
    400,
    false,
    "This permission can't be granted on an item of this kind. Choose one above it.",
  ),
  group_fixed: entry(
    409,
    false,
    'The administrators group always has every permission. You can only change its people.',
  ),
  name_taken: entry(409, false, 'This name is already taken. Choose another.'),
  // organizations, locations
  organization_not_empty: entry(409, false, 'This organization still has cores. Delete them first.'),
  organization_name_wrong: entry(400, false, "This isn't the organization's name. Type it exactly."),
  organization_fixed: entry(409, false, "The organization this installation was set up with can't be deleted."),
  sign_in_locks_out: entry(
    409,
    false,
    'No one could sign in any more. Leave at least one way that an administrator can use.',
  ),
  location_not_empty: entry(409, false, 'This site still has cores, cameras or sub-sites. Move or delete them first.'),
  location_parent_invalid: entry(400, false, "A site can't be placed below itself. Choose another parent."),
  time_zone_unknown: entry(400, false, 'Unknown time zone. Choose one from the list.'),
  camera_not_below_core: entry(
    409,
    false,
    "A camera stays at its core's site or below it. Choose another site, or cameras of another core.",
  ),
  camera_elsewhere: entry(409, false, 'This camera belongs to another site. Move it to this one first.'),
  plan_not_a_picture: entry(400, false, "This file isn't a PNG, JPEG or WebP picture. Choose another file."),
  plan_too_large: entry(
    400,
    false,
    'A plan can have up to 10 MB and 8,192 pixels on each side. Choose a smaller picture.',
  ),
  // the map of streets
  street_map_missing: entry(
    500,
    false,
    'The street map file is missing. Whoever runs this server can put it back or name another one with --map.',
  ),
  street_map_unreadable: entry(
    500,
    false,
    "The street map file can't be read: it's damaged or isn't PMTiles version 3. Whoever runs this server can replace it.",
  ),
  street_map_cut: entry(500, false, 'The street map file is incomplete. Whoever runs this server can copy it again.'),
  street_map_unsupported: entry(
    500,
    false,
    "Browsers can't show the tiles of this street map. Use vector tiles (MVT), PNG, JPEG or WebP, uncompressed or with gzip.",
  ),
  street_map_changed: entry(409, true, 'The street map was just replaced. Reloading…'),
  range_unsatisfiable: entry(416, false, 'Request a single byte range within the file, no longer than allowed.'),
} as const satisfies Record<string, ErrorEntry>;
