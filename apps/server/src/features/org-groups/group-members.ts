import type { OrgGroupMember, OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import type { Page } from '@sightline/contracts/shared/paging';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import type { PageRequest } from '../../platform/database/page.ts';
import { doorsNamed, listDoorNames, visibleDoors, type DoorSight } from '../doors/doors.public.ts';
import { listNames, peopleNamed } from '../people/people.public.ts';
import { listPlates, platesOf } from '../vehicles/vehicles.public.ts';

/** A directory as groups look at it. */
interface Directory {
  /** Entries of these ids that there are and that the actor may see, in the order of their names. */
  named: (trx: Work, actor: MemberActor, ids: readonly string[]) => Promise<OrgGroupMember[]>;
  /** A page of all such entries by their names. */
  listed: (
    trx: Work,
    actor: MemberActor,
    request: PageRequest & { query?: string | undefined },
  ) => Promise<Page<OrgGroupMember>>;
  /** Whoever has the right to the directory may still not see every entry of it. */
  isPartlySeen: boolean;
}

const doorSight = (actor: MemberActor): DoorSight => ({
  organizationId: actor.organizationId,
  scope: visibleDoors(actor),
});

/** Where what a group holds comes from, by the type of the group; a further directory is a line here and one in the contract. */
export const directories: Readonly<Record<OrgGroupType, Directory>> = {
  Doors: {
    named: (trx, actor, ids) => doorsNamed(trx, doorSight(actor), ids),
    listed: (trx, actor, request) => listDoorNames(trx, doorSight(actor), request),
    isPartlySeen: true,
  },
  People: {
    named: (trx, { organizationId }, ids) => peopleNamed(trx, organizationId, ids),
    listed: (trx, { organizationId }, request) => listNames(trx, organizationId, request),
    isPartlySeen: false,
  },
  Vehicles: {
    named: (trx, { organizationId }, ids) => platesOf(trx, organizationId, ids),
    listed: (trx, { organizationId }, request) => listPlates(trx, organizationId, request),
    isPartlySeen: false,
  },
};

/** A group whose members are counted. */
interface Counted {
  id: string;
  type: OrgGroupType;
  memberCount: number;
}

/** The same groups with how many of their members the actor may see: of the others nothing is said. */
export async function withSeenCounts<T extends Counted>(
  trx: Work,
  actor: MemberActor,
  {
    groups,
    membersOf,
  }: { groups: readonly T[]; membersOf: (ids: readonly string[]) => Promise<Map<string, string[]>> },
): Promise<T[]> {
  const partly = groups.filter(({ type, memberCount }) => directories[type].isPartlySeen && memberCount > 0);
  const members = partly.length === 0 ? new Map<string, string[]>() : await membersOf(partly.map(({ id }) => id));
  const seen = new Map<string, number>();
  for (const { id, type } of partly)
    seen.set(id, (await directories[type].named(trx, actor, members.get(id) ?? [])).length);
  return groups.map((group) => ({ ...group, memberCount: seen.get(group.id) ?? group.memberCount }));
}
