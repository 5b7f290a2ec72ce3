import type { Membership } from '@sightline/contracts/sessions/session';

const searchAbove = 8;

/** A search box only helps where there are more than eight. */
export const needsSearch = (organizations: readonly Membership[]): boolean => organizations.length > searchAbove;

/** Organizations whose name contains what was typed, in any case, by name. */
export const matchingOrganizations = (organizations: readonly Membership[], typed: string): Membership[] => {
  const wanted = typed.trim().toLocaleLowerCase();
  return organizations
    .filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => a.name.localeCompare(b.name));
};
