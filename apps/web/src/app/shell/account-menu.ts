import type { MenuEntry } from './menu.ts';

type AccountName = `shell.account.${'details' | 'mfa' | 'devices' | 'identities'}`;
type AccountPath = `/account/${'details' | 'mfa' | 'devices' | 'identities'}`;

/** Settings of the person. */
export const accountMenu: readonly MenuEntry<AccountName, AccountPath>[] = [
  { key: 'details', name: 'shell.account.details', to: '/account/details' },
  { key: 'mfa', name: 'shell.account.mfa', to: '/account/mfa' },
  { key: 'devices', name: 'shell.account.devices', to: '/account/devices' },
  { key: 'identities', name: 'shell.account.identities', to: '/account/identities' },
];
