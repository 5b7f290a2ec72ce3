import type { OrgGroup, OrgGroupMember, WholeOrgGroup } from '@sightline/contracts/org-groups/org-group';
import type { OrgGroupRow } from './org-groups.repository.ts';

export const presentGroup = ({ id, name, type, memberCount, revision, updatedAt }: OrgGroupRow): OrgGroup => ({
  id,
  name,
  type,
  memberCount,
  revision,
  updatedAtUtcMs: updatedAt.getTime(),
});

export const presentWholeGroup = (row: OrgGroupRow, members: readonly OrgGroupMember[]): WholeOrgGroup => ({
  ...presentGroup(row),
  members: members.map(({ id, name }) => ({ id, name })),
});
