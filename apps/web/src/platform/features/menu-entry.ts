import type { Role } from '@sightline/contracts/accounts/account';
import type { Permission } from '@sightline/contracts/shared/permissions';

/** Permissions that entries ask for and that their features bring with them. */
type LaterPermission = 'DashboardView' | 'WallRead' | 'ReportView';

/** What must be true of the organization for an entry to be of use. */
export type MenuCondition = 'alarmDispatch' | 'controlEvents' | 'faceRecognition';

/** One entry of a menu of any level. */
export interface MenuEntry<Name extends string = string, Path extends string = string> {
  key: string;
  /** Key of its text. */
  name: Name;
  /** Where it leads; an entry without is not drawn, because its screen does not exist yet. */
  to?: Path;
  /** Other paths that belong to it. */
  owns?: RegExp;
  /** Shown, but not to be used now. */
  disabled?: boolean;
  /** Only these roles see it. */
  roles?: readonly Role[];
  /** Only in these organizations; `pricing`: the one that the installation names for it. */
  organizationIds?: readonly string[] | 'pricing';
  /** Of several, one is enough. */
  permission?: Permission | LaterPermission | readonly Permission[];
  /** Needed as well. */
  alsoNeeds?: Permission;
  condition?: MenuCondition;
  /** A line follows. */
  separator?: boolean;
  level3?: readonly MenuEntry<Name, Path>[];
}
