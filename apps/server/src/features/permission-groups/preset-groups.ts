import { accessPresets, type AccessPreset } from '@sightline/contracts/permission-groups/access-presets';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Grant } from '@sightline/domain/permissions/grant';
import { isGivableOn } from '@sightline/domain/permissions/group-grants';
import type { ChangeWork } from '../../platform/database/changes.ts';
import { newId } from '../../platform/ids/ids.ts';
import { findEntities, type EntityRow } from './group-entities.repository.ts';
import { foldedName, visibleName } from './group-names.ts';
import { maxGroups } from './permission-groups.policy.ts';
import * as repository from './permission-groups.repository.ts';

/** What somebody shall be able to do, and where; without locations everywhere. */
export interface WantedAccess {
  preset: AccessPreset;
  locationIds: readonly string[];
}

const longestName = 120;

/** Names of the groups that we make, in the language of whoever asks for them: afterwards they are the organization's own. */
const words = {
  en: {
    viewer: 'Viewers',
    guard: 'Guards',
    investigator: 'Investigators',
    siteManager: 'Site managers',
    auditor: 'Auditors',
    everywhere: 'all sites',
  },
  he: {
    viewer: 'צופים',
    guard: 'מאבטחים',
    investigator: 'חוקרים',
    siteManager: 'מנהלי אתרים',
    auditor: 'מבקרים',
    everywhere: 'כל האתרים',
  },
} as const satisfies Record<string, Record<AccessPreset | 'everywhere', string>>;

/**
 * Id of the group that gives just this, made where there is none. Whoever asks has to hold what it gives (`requireHeld`);
 * `not_found` for a location that isn't one of the organization, `too_many` where no group can be added.
 */
export async function presetGroup(
  change: ChangeWork,
  { organizationId, lang, access }: { organizationId: string; lang: 'en' | 'he'; access: WantedAccess },
): Promise<string> {
  const { preset } = access;
  const locations = await locationsOf(change, organizationId, access.locationIds);
  const grants = grantsOf(preset, locations);
  const place = { organizationId, groupId: newId() };
  // Also holds the list of groups: two who ask for the same at once get one group.
  const taken = new Set((await repository.holdOtherNames(change.trx, place)).map(foldedName));
  const same = await repository.groupGiving(change.trx, organizationId, grants);
  if (same !== undefined) return same;
  if (taken.size >= maxGroups) throw new AppError('too_many', { limit: maxGroups });
  const name = freeName(nameOf(words[lang], preset, locations), taken);
  await repository.insertGroup(change.trx, place, { name, description: '' });
  await repository.writeGrants(change.trx, place, { added: grants, removed: [] });
  const data = { name, preset, locationIds: locations.map(({ id }) => id) };
  await change.audit({
    action: 'permissionGroup.create',
    entityKind: 'permissionGroup',
    entityId: place.groupId,
    data,
  });
  await change.announce({ kind: 'permission-groups.changed', groupId: place.groupId });
  return place.groupId;
}

/** The locations, those left out that lie below another one of them: they inherit from it. */
async function locationsOf(
  change: ChangeWork,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly EntityRow[]> {
  const wanted = [...new Set(ids)];
  const found = await findEntities(change.trx, organizationId, wanted);
  const locations = wanted.flatMap((id) => found.get(id) ?? []).filter(({ kind }) => kind === 'location');
  if (locations.length < wanted.length) throw new AppError('not_found', { fields: ['locationIds'] });
  return locations.filter(({ id, path }) => !path.some((above) => above !== id && wanted.includes(above)));
}

function grantsOf(preset: AccessPreset, locations: readonly EntityRow[]): Grant[] {
  return accessPresets[preset].flatMap((permission): Grant[] =>
    locations.length === 0 || !isGivableOn(permission, 'location')
      ? [{ permission, kind: 'organization', entityId: null }]
      : locations.map(({ id }) => ({ permission, kind: 'location', entityId: id })),
  );
}

function nameOf(
  said: Record<AccessPreset | 'everywhere', string>,
  preset: AccessPreset,
  locations: readonly EntityRow[],
): string {
  const [first, ...others] = locations;
  const where = first === undefined ? said.everywhere : `${first.name}${others.length > 0 ? ` +${others.length}` : ''}`;
  return visibleName(`${said[preset]}: ${where}`.slice(0, longestName - 6));
}

/** The name, or with the first number behind it that no other group has. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(foldedName(tried))) return tried;
  }
}
