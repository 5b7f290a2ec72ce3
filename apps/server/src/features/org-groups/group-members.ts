import type { OrgGroupMember, OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Work } from '../../platform/database/database.ts';
import type { PageRequest } from '../../platform/database/page.ts';
import { listNames, peopleNamed } from '../people/people.public.ts';
import { listPlates, platesOf } from '../vehicles/vehicles.public.ts';

/** A directory as groups look at it. */
interface Directory {
  /** Entries of these ids that there are, in the order of their names. */
  named: (trx: Work, organizationId: string, ids: readonly string[]) => Promise<OrgGroupMember[]>;
  /** A page of all entries by their names. */
  listed: (
    trx: Work,
    organizationId: string,
    request: PageRequest & { query?: string | undefined },
  ) => Promise<Page<OrgGroupMember>>;
}

/** Where what a group holds comes from, by the type of the group; a further directory is a line here and one in the contract. */
export const directories: Readonly<Record<OrgGroupType, Directory>> = {
  People: { named: peopleNamed, listed: listNames },
  Vehicles: { named: platesOf, listed: listPlates },
};
