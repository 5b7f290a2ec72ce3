import {
  kindsInOrder,
  permissionKinds,
  permissions,
  type Permission,
  type PermissionKind,
} from '@sightline/contracts/shared/permissions';
import type { Subject } from './matrix-subjects.ts';

/** Permissions about alerts and alarms; the others are told apart by where they are given. */
const ofAlerts: readonly Permission[] = ['AlertMonitoring', 'AlertEdit', 'AlarmManagementEdit'];

/** The subject of each permission: a new one finds its place by itself. */
export const subjectOf = (permission: Permission): Subject => {
  if (permissions[permission] === 'organization') return 'organization';
  if (ofAlerts.includes(permission)) return 'alerts';
  // Adding a camera is given on a core, and still is about cameras.
  return permissions[permission] === 'camera' || permission === 'CameraCreate' ? 'cameras' : 'sites';
};

/** Columns that stand below one heading. */
export interface ColumnGroup {
  kind: PermissionKind;
  columns: readonly Permission[];
}

/** The columns of a subject, by what one does with them. */
export const columnsOf = (subject: Subject): ColumnGroup[] =>
  kindsInOrder
    .map((kind) => ({ kind, columns: permissionKinds[kind].filter((name) => subjectOf(name) === subject) }))
    .filter(({ columns }) => columns.length > 0);
