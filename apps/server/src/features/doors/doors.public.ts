import type { MemberActor } from '../../platform/auth/actor.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Doors by their names, for whoever groups or names them. */
export { doorsAmong, doorsNamed, listDoorNames, type DoorSight } from './door-names.repository.ts';
/** Doors as rules about people at them need them. */
export { closingsBetween, watchedDoor, type WatchedDoor } from './watched-door.repository.ts';
export { visibleDoors } from './doors.policy.ts';

/** A door is deleted (`isDeleted`) or unsaved again, in the transaction in which it is. */
export const doorRemoved =
  hookPoint<[work: ChangeWork, door: { organizationId: string; doorId: string; isDeleted: boolean }]>('doors.removed');

/** What names a door, as somebody may see it. */
export interface DoorUses {
  items: { id: string; name: string }[];
  /** How many more there are. */
  others: number;
}

/** Who uses a door says so, by adding to what is told. */
export const doorUsed =
  hookPoint<[trx: Work, actor: MemberActor, asked: { doorId: string; told: (uses: DoorUses) => void }]>('doors.used');
