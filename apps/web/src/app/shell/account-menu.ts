import type { MenuEntry } from './menu.ts';

type AccountName = `shell.account.${'details' | 'mfa' | 'devices' | 'identities'}`;
type AccountPath = '/account/details';

/** Settings of the person. A screen that comes adds its path to the type and its `to` here; until then it is not drawn. */
export const accountMenu: readonly MenuEntry<AccountName, AccountPath>[] = [
  { key: 'details', name: 'shell.account.details', to: '/account/details' },
  { key: 'mfa', name: 'shell.account.mfa' },
  { key: 'devices', name: 'shell.account.devices' },
  { key: 'identities', name: 'shell.account.identities' },
];
