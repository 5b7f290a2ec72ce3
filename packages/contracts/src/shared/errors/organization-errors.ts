import { entry, type ErrorEntry } from './error-entry.ts';

/** People, their rights, and the places that they watch over. */
export const organizationErrors = {
  // people and permissions
  already_member: entry(409, false, 'This person is a member already.'),
  invite_pending: entry(409, false, 'This address was invited already. Send the invitation again instead.'),
  invite_for_other_address: entry(
    403,
    false,
    'This invitation was sent to another address. Sign in with that address.',
  ),
  support_time_invalid: entry(400, false, 'The access must end in the future and within 90 days.'),
  last_administrator: entry(409, false, 'This is the last administrator. Make somebody else one first.'),
  grant_exceeds_own: entry(
    403,
    false,
    'You can only grant or take away permissions you have yourself. Ask an administrator who has them.',
  ),
  permission_not_for_entity: entry(
    400,
    false,
    'This permission cannot be given on this kind of thing. Choose one above it.',
  ),
  group_fixed: entry(
    409,
    false,
    'The group of administrators holds everything and stays as it is. Only its people can be changed.',
  ),
  name_taken: entry(409, false, 'This name is taken. Choose another.'),
  // organizations, locations
  organization_not_empty: entry(409, false, 'This organization still has cores. Delete them first.'),
  organization_name_wrong: entry(400, false, 'The typed name is not the name of the organization. Type it exactly.'),
  organization_fixed: entry(409, false, 'The organization that the installation was set up with cannot be deleted.'),
  sign_in_locks_out: entry(
    409,
    false,
    'Nobody could sign in any more. Leave at least one way that an administrator can use.',
  ),
  location_not_empty: entry(
    409,
    false,
    'This location still has cores, cameras or locations below it. Move or delete them first.',
  ),
  location_parent_invalid: entry(400, false, 'A location cannot lie below itself. Choose another parent.'),
  time_zone_unknown: entry(400, false, 'This time zone is not known. Choose one from the list.'),
  camera_not_below_core: entry(
    409,
    false,
    'A camera stays at the location of its core or below it. Choose another place, or cameras of another core.',
  ),
  camera_elsewhere: entry(409, false, 'This camera belongs to another location. Move it to this one first.'),
  plan_not_a_picture: entry(400, false, 'This is no PNG, JPEG or WebP picture. Choose another file.'),
  plan_too_large: entry(400, false, 'A plan has at most 10 MB and 8192 pixels on each side. Choose a smaller picture.'),
  // the map of streets
  street_map_missing: entry(
    500,
    false,
    'The street map file that was named is not there. Whoever runs this installation can put it back or name another with --map.',
  ),
  street_map_unreadable: entry(
    500,
    false,
    'The street map file cannot be read: it is no PMTiles file of version 3, or is damaged. Whoever runs this installation can replace it.',
  ),
  street_map_cut: entry(
    500,
    false,
    'The street map file ends too early: it was not copied completely. Whoever runs this installation can copy it again.',
  ),
  street_map_unsupported: entry(
    500,
    false,
    'The street map file has tiles that browsers cannot show. Vector tiles (MVT), PNG, JPEG and WebP can be used, packed with gzip or not at all.',
  ),
  street_map_changed: entry(409, true, 'The street map was replaced just now. It is loaded again by itself.'),
  range_unsatisfiable: entry(416, false, 'Ask for one range of bytes within the file, at most as long as allowed.'),
} as const satisfies Record<string, ErrorEntry>;
