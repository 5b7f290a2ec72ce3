import type { TFunction } from 'i18next';

/** The group that every organization has from its beginning, and that nobody can rename. */
const administrators = 'Administrators';
/** What a browser is called that could not be told from others. */
const someBrowser = 'Browser';

/** A permission group as people read it: what they named themselves stays, what we named is in their language. */
export const groupName = (t: TFunction, name: string): string =>
  name === administrators ? t('permissionGroups.administrators.name') : name;

/** The same for a browser in the list of devices. */
export const browserName = (t: TFunction, name: string): string =>
  name === someBrowser ? t('userDevices.list.browser') : name;
