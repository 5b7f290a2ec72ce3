import type { Invite } from '@sightline/contracts/users/user';
import { expect, test } from 'vitest';
import { invitesState } from './invites-state.ts';

const invite = (id: string): Invite => ({
  id,
  kind: 'user',
  email: `${id}@example.org`,
  role: 'USER',
  groupIds: [],
  invitedBy: null,
  createdAt: 0,
  expiresAt: 1,
  isExpired: false,
  accessUntil: null,
});

test('SET-005 keys invitations by id beside the search, what was loaded and the selected one', () => {
  expect(invitesState({ pages: undefined, query: 'a', selectedId: 'one' })).toEqual({
    invites: {},
    query: 'a',
    isInitialLoaded: false,
    selectedInvite: null,
  });
  const pages = [{ items: [invite('one')] }, { items: [invite('two')] }];
  const state = invitesState({ pages, query: '', selectedId: 'two' });
  expect(Object.keys(state.invites)).toEqual(['one', 'two']);
  expect(state).toMatchObject({ isInitialLoaded: true, selectedInvite: { id: 'two' } });
  expect(invitesState({ pages, query: '', selectedId: 'gone' }).selectedInvite).toBeNull();
});
