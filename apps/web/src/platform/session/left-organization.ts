import type { Session } from '@sightline/contracts/sessions/session';

/** The organization that this tab worked in when its person's access to it ended. */
export interface LeftOrganization {
  userId: string;
  name: string;
}

const key = 'sightline-left-organization';

const keep = (left: LeftOrganization | null): void => {
  try {
    if (left === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(left));
  } catch (blocked) {
    // Storage is switched off: the reason is then given nowhere.
    if (!(blocked instanceof DOMException)) throw blocked;
  }
};

/** Notices that the session of before worked in an organization to which its person has no access any more, and that somebody is in one again. */
export const followAccess = (session: Session, before: Session | null): void => {
  if (session.activeOrganizationId !== null) return keep(null);
  const worked = before?.user.id === session.user.id ? before.activeOrganizationId : null;
  if (
    before === null ||
    worked === null ||
    session.organizations.some(({ organizationId }) => organizationId === worked)
  )
    return;
  const name = before.organizations.find(({ organizationId }) => organizationId === worked)?.name;
  if (name !== undefined) keep({ userId: session.user.id, name });
};

/**
 * The organization to which this person has lost access, while nothing has taken its place: the one that this tab worked in, also
 * over loading the page anew; for who signs in later and is in none, the one that the server says.
 */
export const leftOrganization = ({ user, formerOrganization }: Session): { name: string } | null =>
  keptFor(user.id) ?? formerOrganization ?? null;

const keptFor = (userId: string): LeftOrganization | null => {
  try {
    const kept = sessionStorage.getItem(key);
    const left = kept === null ? null : (JSON.parse(kept) as LeftOrganization);
    return left?.userId === userId ? left : null;
  } catch (broken) {
    if (!(broken instanceof DOMException || broken instanceof SyntaxError)) throw broken;
    return null;
  }
};
