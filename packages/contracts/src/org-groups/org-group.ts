import { z } from 'zod';
import { id, name, utcMs } from '../shared/ids.ts';
import type { Permission } from '../shared/permissions.ts';

/** Directories whose entries can be grouped, each with the right to it. */
export const orgGroupTypes = {
  People: 'OrganizationDatabasePeopleDirectory',
  Doors: 'OrganizationDatabaseDoorsDirectory',
  Vehicles: 'OrganizationDatabaseVehiclesDirectory',
} as const satisfies Record<string, Permission>;

/** What a group holds. */
export const orgGroupType = z.enum(Object.keys(orgGroupTypes) as [keyof typeof orgGroupTypes]);

/** How many members a group may have. */
export const maxGroupMembers = 5_000;

/** A further group, or one as it is from now on: no two of one type have one name, in whatever case it is written. */
export const orgGroupInput = z.object({
  name,
  /** Ids of entries of the directory. */
  memberIds: z
    .array(id)
    .max(maxGroupMembers)
    .default(() => []),
});

/** An entry of a directory that is in a group, or can be. */
export const orgGroupMember = z.object({ id, name: z.string() });

/** A group of entries of one directory. */
export const orgGroup = z.object({
  id,
  name: z.string(),
  type: orgGroupType,
  memberCount: z.number().int(),
  revision: z.number().int(),
  updatedAtUtcMs: utcMs,
});

/** The same with whom it holds, by their names. */
export const wholeOrgGroup = orgGroup.extend({ members: z.array(orgGroupMember) });

export type OrgGroup = z.infer<typeof orgGroup>;
export type WholeOrgGroup = z.infer<typeof wholeOrgGroup>;
export type OrgGroupInput = z.infer<typeof orgGroupInput>;
export type OrgGroupMember = z.infer<typeof orgGroupMember>;
export type OrgGroupType = z.infer<typeof orgGroupType>;
