import { flag, oneOf, textParameter } from '../../platform/routes/search-parameters.ts';

/** What of the people of the organization is shown. */
export interface UsersSearch {
  tab?: 'users' | 'organizations' | 'staff' | undefined;
  q?: string | undefined;
  pendingInvites?: 'true' | undefined;
  inviteUsers?: 'true' | undefined;
  inviteSupport?: 'true' | undefined;
}

/** Query of the screen of people: a tab, a search, and the views and dialogs that a link opens. */
export const usersSearch = (search: Record<string, unknown>): UsersSearch => ({
  tab: oneOf(['users', 'organizations', 'staff'], search.tab),
  q: textParameter(search.q),
  pendingInvites: flag(search, 'pendingInvites'),
  inviteUsers: flag(search, 'inviteUsers'),
  inviteSupport: flag(search, 'inviteSupport'),
});
