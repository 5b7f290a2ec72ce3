import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import type { EditorMode } from './editor/editor-address.ts';
import { subjects, type Subject } from './editor/matrix/matrix-subjects.ts';
import { oneOf, textParameter } from '../../platform/routes/search-parameters.ts';

type Raw = Record<string, unknown>;

/** Query of the list of permission groups. */
export const groupsSearch = (search: Raw): { q?: string | undefined; page?: string | undefined } => ({
  q: textParameter(search.q),
  page: textParameter(search.page),
});

/** What of a permission group is shown. */
export interface GroupSearch {
  tab?: 'permissions' | 'people' | 'organizations' | 'details' | undefined;
  mode?: EditorMode | undefined;
  subject?: Subject | undefined;
  permission?: Permission | undefined;
  entity?: string | undefined;
}

/** Query of a permission group. */
export const groupSearch = (search: Raw): GroupSearch => ({
  tab: oneOf(['permissions', 'people', 'organizations', 'details'], search.tab),
  mode: oneOf(['matrix', 'permission', 'entity'], search.mode),
  subject: oneOf(subjects, search.subject),
  permission: oneOf(Object.keys(permissions) as Permission[], search.permission),
  entity: textParameter(search.entity),
});
