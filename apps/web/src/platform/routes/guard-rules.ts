import type { Permission } from '@sightline/contracts/shared/permissions';
import type { SessionUser } from '@sightline/contracts/sessions/session';

type Who = Pick<SessionUser, 'roles' | 'isDeveloper' | 'isDevTeam'>;

/** First page of an operator, of somebody who only looks after the installation, and of everybody else. */
export type OwnHome = '/location/home' | '/operator' | '/logs';

/**
 * What somebody is in the first place. Every member is a user or an operator besides what the installation made of them: who was made a
 * developer is one before being a user, as every user would be otherwise; other work for the installation comes after that in the organization.
 */
export const mainRole = ({ roles }: Pick<Who, 'roles'>): 'USER' | 'OPERATOR' | 'DEVELOPER' => {
  if (roles.includes('OPERATOR')) return 'OPERATOR';
  return roles.includes('USER') && !roles.includes('DEVELOPER') ? 'USER' : 'DEVELOPER';
};

/** Where somebody begins, by role. */
export const homeOf = (who: Pick<Who, 'roles'>): OwnHome =>
  ({ USER: '/location/home', OPERATOR: '/operator', DEVELOPER: '/logs' } as const)[mainRole(who)];

/** Pages for users only: where everybody else is sent; null lets through. */
export const userOnly = (who: Pick<Who, 'roles'>): OwnHome | null => (mainRole(who) === 'USER' ? null : homeOf(who));

/** Pages for operators only: where everybody else is sent; null lets through. Users go to their own home, which they can open. */
export const operatorOnly = (who: Pick<Who, 'roles'>): OwnHome | null =>
  mainRole(who) === 'OPERATOR' ? null : homeOf(who);

/** Whether the menu of developers is shown: to administrators of the installation, and in development to every user. */
export const seesDeveloperMenu = ({ roles }: Pick<Who, 'roles'>, isDevelopment: boolean): boolean =>
  roles.includes('ADMIN') || (isDevelopment && roles.includes('USER'));

/** Whether pages for developers exist for somebody: for developers, and for whoever sees the menu that leads there. */
export const isDeveloperPerson = (who: Who, isDevelopment: boolean): boolean =>
  who.isDeveloper || who.isDevTeam || who.roles.includes('DEVELOPER') || seesDeveloperMenu(who, isDevelopment);

/** Rights over an organization itself. */
export const administrativeRights = [
  'OrganizationEdit',
  'OrganizationDatabase',
  'UserManage',
  'AuditView',
  'ApiKeyManage',
] as const satisfies readonly Permission[];

/**
 * Settings of the organization that the installation was set up with: where its people are sent; null lets through. Those who
 * administer it pass, or nobody could ever change what was set up.
 */
export const notInDefaultOrganization = (
  organization: { isDefault: boolean } | null,
  mayAdminister: boolean,
): '/location/home' | null => (organization?.isDefault === true && !mayAdminister ? '/location/home' : null);
