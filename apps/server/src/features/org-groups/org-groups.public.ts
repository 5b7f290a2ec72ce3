import type { MemberActor } from '../../platform/auth/actor.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

export { groupsAmong, groupsWithMembers, membersOfGroups } from './org-groups.repository.ts';
export { mayUseDirectory } from './org-groups.policy.ts';

/** What names a group, as somebody may see it. */
export interface GroupUses {
  items: { id: string; name: string }[];
  /** How many more there are. */
  others: number;
}

/** Groups hold others than before, or what they hold is called otherwise. */
export const groupsChanged =
  hookPoint<[work: ChangeWork, groups: { organizationId: string; groupIds: readonly string[] }]>('org-groups.changed');

/** Before a group is deleted; who uses it says so, by adding to what is told. */
export const groupUsed =
  hookPoint<[trx: Work, actor: MemberActor, asked: { groupId: string; told: (uses: GroupUses) => void }]>(
    'org-groups.used',
  );
