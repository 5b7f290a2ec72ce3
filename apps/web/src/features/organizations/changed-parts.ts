import type { Organization, OrganizationUpdate } from '@sightline/contracts/organizations/organization';

/** What the form of an organization holds. */
export type OrganizationValues = Pick<
  Organization,
  'name' | 'color' | 'disableInactivity' | 'localLiveStream' | 'takeLapsesMinutes'
>;

export const formValuesOf = ({
  name,
  color,
  disableInactivity,
  localLiveStream,
  takeLapsesMinutes,
}: Organization): OrganizationValues => ({
  name,
  color,
  disableInactivity,
  localLiveStream,
  takeLapsesMinutes,
});

/** Only what differs: what somebody else changed meanwhile stays theirs. */
export const changedParts = (before: Organization, typed: OrganizationValues): OrganizationUpdate => {
  const values = { ...typed, name: typed.name.trim() };
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => before[key as keyof OrganizationValues] !== value),
  );
};
