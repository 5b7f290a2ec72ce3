import { accountDialogNames } from '../../features/accounts/account-dialog-names.ts';
import type { texts } from '../../platform/i18n/locales/en.ts';
import { accountMenu } from './account-menu.ts';
import { developerPages } from './developer-pages.ts';
import { mainMenu } from './main-menu.ts';
import { drawnEntries, type MenuEntry, type MenuViewer } from './menu.ts';
import { settingsMenu } from './settings-menu.ts';

type PathOf<M extends readonly MenuEntry[]> = NonNullable<M[number]['to']>;
type MenuPath =
  | PathOf<typeof mainMenu>
  | PathOf<typeof settingsMenu>
  | PathOf<typeof accountMenu>
  | PathOf<typeof developerPages>;
type AboutName = keyof (typeof texts)['globalSearch']['about'];

/** What the search says of every place of a menu; a menu that gets another place does not compile without. */
const menuAbout: Record<MenuPath, AboutName> = {
  '/location/home': 'devices',
  '/search': 'search',
  '/archive/main': 'archives',
  '/settings/details': 'organizationDetails',
  '/settings/users': 'users',
  '/settings/permissions/list': 'permissions',
  '/settings/auth': 'auth',
  '/settings/login-firewall': 'loginFirewall',
  '/settings/api-settings': 'apiSettings',
  '/settings/audit-logs': 'auditLogs',
  '/settings/weekly-summary': 'weeklySummary',
  '/account/details': 'accountDetails',
  '/account/mfa': 'mfa',
  '/account/devices': 'userDevices',
  '/account/identities': 'identities',
  '/developer/environment': 'developer',
  '/developer/heartbeats': 'developer',
  '/developer/analytics': 'developer',
  '/developer/alerts': 'developer',
  '/developer/motion-vectors': 'developer',
  '/developer/thumbnails': 'developer',
  '/developer/live-rooms': 'developer',
  '/developer/search-canvas': 'developer',
  '/developer/search-grid': 'developer',
  '/logs': 'developer',
};

/** Pages that no menu holds. */
const otherPages = [
  { key: 'deviceList', name: 'globalSearch.pages.deviceList', to: '/location/list', about: 'deviceList' },
  { key: 'cameras', name: 'globalSearch.pages.cameras', to: '/cameras', about: 'cameras', permission: 'CameraView' },
  {
    key: 'siteMap',
    name: 'globalSearch.pages.siteMap',
    to: '/location/map',
    about: 'siteMap',
    permission: 'LocationView',
  },
  {
    key: 'floors',
    name: 'globalSearch.pages.floors',
    to: '/location/floors',
    about: 'floors',
    permission: 'LocationView',
  },
  {
    key: 'addLocation',
    name: 'globalSearch.pages.addLocation',
    to: '/locations/add-location',
    about: 'addLocation',
    permission: 'LocationCreate',
  },
  {
    key: 'coreList',
    name: 'edges.list.title',
    to: '/location/list?of=cores',
    about: 'coreList',
    permission: 'CoreView',
  },
  {
    key: 'unsyncedCores',
    name: 'globalSearch.pages.unsyncedCores',
    to: '/location/sync',
    about: 'unsyncedCores',
    permission: 'CoreView',
  },
  {
    key: 'rollOuts',
    name: 'coreReleases.rollOut.title',
    to: '/location/roll-outs',
    about: 'rollOuts',
    permission: 'CoreView',
  },
  {
    key: 'cameraAccounts',
    name: 'cameraDevices.credentials.title',
    to: '/cameras/accounts',
    about: 'cameraAccounts',
    permission: 'CameraEdit',
  },
  {
    key: 'addCamera',
    name: 'globalSearch.pages.addCamera',
    to: '/cameras/add',
    about: 'addCamera',
    permission: 'CameraCreate',
  },
  {
    key: 'motionSearch',
    name: 'globalSearch.pages.motionSearch',
    to: '/search?tab=motion',
    about: 'motionSearch',
    permission: 'SearchView',
  },
] as const;

/** Dialogs of the organization that a link opens. */
const dialogs = [
  {
    key: 'createArchive',
    name: 'exports.archive.title',
    to: '/archive/main?createArchive=true',
    about: 'createArchive',
    permission: 'ExportCreate',
  },
  {
    key: 'inviteUsers',
    name: 'globalSearch.pages.inviteUsers',
    to: '/settings/users?inviteUsers=true',
    about: 'inviteUsers',
    permission: 'UserManage',
  },
  {
    key: 'pendingInvites',
    name: 'globalSearch.pages.pendingInvites',
    to: '/settings/users?pendingInvites=true',
    about: 'pendingInvites',
    permission: 'UserManage',
  },
  {
    key: 'inviteSupport',
    name: 'globalSearch.pages.inviteSupport',
    to: '/settings/users?tab=organizations&inviteSupport=true',
    about: 'inviteSupport',
    permission: 'UserManage',
  },
] as const;

const accountDialogs = accountDialogNames.map((name) => ({
  key: name,
  name: `globalSearch.pages.${name}` as const,
  to: `/account/details?${name}=true`,
  about: name,
}));

/** Pages that need no organization. */
const freePages = [
  { key: 'createMFA', name: 'globalSearch.pages.createMFA', to: '/account/mfa?createMFA=true', about: 'createMFA' },
  ...accountDialogs,
  { key: 'start', name: 'shell.organization.guide', to: '/start', about: 'start' },
  {
    key: 'createOrganization',
    name: 'shell.organization.create',
    to: '/organization/create-organization/step1',
    about: 'createOrganization',
  },
  { key: 'help', name: 'shell.nav.help', to: '/help', about: 'help' },
  { key: 'support', name: 'globalSearch.pages.support', to: '/support', about: 'support' },
] as const;

const operatorPages = [
  { key: 'operator', name: 'shell.organization.operator', to: '/operator', about: 'operator', roles: ['OPERATOR'] },
  {
    key: 'operatorSettings',
    name: 'shell.organization.operatorSettings',
    to: '/operator-settings',
    about: 'operatorSettings',
    roles: ['OPERATOR'],
  },
] as const;

type Described = MenuEntry & { about: AboutName };
type NameKey =
  | (typeof mainMenu | typeof settingsMenu | typeof accountMenu | typeof developerPages)[number]['name']
  | (typeof otherPages | typeof dialogs | typeof freePages | typeof operatorPages)[number]['name'];

/** A page as the search knows it: keys of its name and of what it is for, and its address. */
export interface SearchPage {
  key: string;
  name: NameKey;
  about: `globalSearch.about.${AboutName}`;
  href: string;
}

/** What decides beside the menus who may open what. */
export interface PageViewer extends MenuViewer {
  isDeveloper: boolean;
  /** Begins at the home of devices; everybody else is sent away from there. */
  hasHome: boolean;
}

const described = (menu: readonly MenuEntry<string, MenuPath>[]): (MenuEntry & { about: AboutName })[] =>
  menu.flatMap((entry) => (entry.to === undefined ? [] : [{ ...entry, about: menuAbout[entry.to] }]));

/** Pages that somebody may open, in the order of the menus. */
export function searchPages(viewer: PageViewer): SearchPage[] {
  const main = described(mainMenu).filter(({ to }) => to !== '/location/home' || viewer.hasHome);
  const ofOrganization: Described[] = [
    ...main,
    ...otherPages,
    ...operatorPages,
    ...described(settingsMenu),
    ...dialogs,
  ];
  const all = [
    ...(viewer.organizationId === null ? [] : ofOrganization),
    ...described(accountMenu),
    ...(freePages as readonly Described[]),
    ...(viewer.isDeveloper ? described(developerPages) : []),
  ];
  return drawnEntries(all, viewer)
    .filter(({ disabled }) => disabled !== true)
    .map(({ to, name, about }) => ({
      key: `page:${to}`,
      name: name as NameKey,
      about: `globalSearch.about.${about}`,
      href: to,
    }));
}
