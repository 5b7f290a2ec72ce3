import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { oneOf, textParameter } from '../../search-parameters.ts';

type Raw = Record<string, unknown>;

/** A parameter that opens something by being there; `false` does not. */
const flag = (search: Raw, name: string): 'true' | undefined =>
  name in search && search[name] !== 'false' && search[name] !== undefined ? 'true' : undefined;

/** What of the people of the organization is shown. */
export interface UsersSearch {
  tab?: 'users' | 'organizations' | 'staff' | undefined;
  q?: string | undefined;
  pendingInvites?: 'true' | undefined;
  inviteUsers?: 'true' | undefined;
  inviteSupport?: 'true' | undefined;
}

/** Query of the screen of people: a tab, a search, and the views and dialogs that a link opens. */
export const usersSearch = (search: Raw): UsersSearch => ({
  tab: oneOf(['users', 'organizations', 'staff'], search.tab),
  q: textParameter(search.q),
  pendingInvites: flag(search, 'pendingInvites'),
  inviteUsers: flag(search, 'inviteUsers'),
  inviteSupport: flag(search, 'inviteSupport'),
});

/** Query of the list of permission groups. */
export const groupsSearch = (search: Raw): { q?: string | undefined; page?: string | undefined } => ({
  q: textParameter(search.q),
  page: textParameter(search.page),
});

/** What of a permission group is shown. */
export interface GroupSearch {
  tab?: 'permissions' | 'people' | 'organizations' | 'details' | undefined;
  mode?: 'entity' | undefined;
  permission?: Permission | undefined;
  entity?: string | undefined;
}

/** Query of a permission group. */
export const groupSearch = (search: Raw): GroupSearch => ({
  tab: oneOf(['permissions', 'people', 'organizations', 'details'], search.tab),
  mode: oneOf(['entity'], search.mode),
  permission: oneOf(Object.keys(permissions) as Permission[], search.permission),
  entity: textParameter(search.entity),
});
