import type { OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import { ApiError } from '../../platform/api/api-error.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { may } from '../../platform/session/may.ts';

/** Types of groups by the word of their address, each with the right to its directory. */
const types = {
  people: { type: 'People', permission: 'OrganizationDatabasePeopleDirectory' },
  vehicles: { type: 'Vehicles', permission: 'OrganizationDatabaseVehiclesDirectory' },
  doors: { type: 'Doors', permission: 'OrganizationDatabaseDoorsDirectory' },
} as const;

type TypeWord = keyof typeof types;

const words = Object.keys(types) as TypeWord[];

/** The type that a word of an address names, in whatever case it is written; undefined for any other word. */
export const groupTypeOf = (word: string): OrgGroupType | undefined => {
  const found = words.find((one) => one === word.toLowerCase());
  return found && types[found].type;
};

/** Refuses addresses of groups that there are not, and of those whose directory the person may not use. */
export function requireGroupType(word: string): void {
  const found = words.find((one) => one === word.toLowerCase());
  if (found === undefined)
    throw new ApiError({ code: 'not_found', data: {}, message: 'not_found', requestId: null }, 0);
  requirePermission(types[found].permission);
}

/** The first type of which the person may see groups, or the first of all, which then says what is lacking. */
export const firstGroupType = (): TypeWord => words.find((one) => may(types[one].permission)) ?? 'vehicles';
