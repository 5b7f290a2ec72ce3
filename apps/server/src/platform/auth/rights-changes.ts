import type { ChangeWork } from '../database/changes.ts';
import type { Bus } from '../bus/bus.ts';

/** Bus topic: `RightsChange` of an organization in which somebody may do more or less than before. Whoever keeps something open asks anew. */
export const rightsChangedTopic = 'rights.changed';

/** Whose rights changed; null: perhaps everybody's. */
export interface RightsChange {
  organizationId: string;
  userIds: string[] | null;
}

/** Beyond this many people a change is told as one of everybody. */
const maxNamed = 200;

/** Tells of changed rights: screens through the change row, what is held open by the bus as soon as the change is committed. */
export async function announceRights(
  change: ChangeWork,
  bus: Bus,
  { organizationId, userIds }: RightsChange,
): Promise<void> {
  if (userIds?.length === 0) return;
  const named = userIds !== null && userIds.length <= maxNamed ? userIds : null;
  await change.announce({ kind: 'permissions.changed', userIds: named });
  change.afterCommit(() => bus.publish(rightsChangedTopic, { organizationId, userIds: named } satisfies RightsChange));
}

/** True when the change may touch this person. */
export const touches = (change: RightsChange, actor: { organizationId: string; userId: string }): boolean =>
  change.organizationId === actor.organizationId && (change.userIds?.includes(actor.userId) ?? true);
