import type { Invite } from '@sightline/contracts/users/user';

/** Invitations as the screen holds them. */
export interface InvitesState {
  /** By id, newest first. */
  invites: Readonly<Record<string, Invite>>;
  query: string;
  /** The first answer has come. */
  isInitialLoaded: boolean;
  /** The one that a dialog is about. */
  selectedInvite: Invite | null;
}

interface Read {
  pages: readonly { items: readonly Invite[] }[] | undefined;
  query: string;
  selectedId: string | null;
}

/** Invitations by id from what was read. One that was accepted meanwhile is selected no more. */
export const invitesState = ({ pages, query, selectedId }: Read): InvitesState => {
  const invites = Object.fromEntries(
    (pages ?? []).flatMap(({ items }) => items.map((invite) => [invite.id, invite] as const)),
  );
  return {
    invites,
    query,
    isInitialLoaded: pages !== undefined,
    selectedInvite: selectedId === null ? null : (invites[selectedId] ?? null),
  };
};
