import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { accountArea } from '../../platform/routes/frames.ts';
import { accountDialogNames, type AccountDialogName } from './dialogs/account-dialog-names.ts';

/** Dialogs of the account, each opened by its parameter being there, with or without a value. */
export const accountSearch = (search: Record<string, unknown>): { [K in AccountDialogName]?: 'true' | undefined } =>
  Object.fromEntries(
    accountDialogNames
      .filter((name) => search[name] !== undefined && search[name] !== 'false')
      .map((name) => [name, 'true' as const]),
  );

const details = createRoute({
  getParentRoute: () => accountArea,
  path: '/account/details',
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import('./account-details-page.tsx'), 'AccountDetailsPage'),
});

const dialogs = accountDialogNames.map((name) => ({
  name: `globalSearch.pages.${name}` as const,
  to: `/account/details?${name}=true`,
  about: `globalSearch.about.${name}` as const,
  isFree: true as const,
}));

/** A person and what belongs to the person. */
export const accountsFeature = {
  noun: 'accounts',
  texts: {
    accounts: {
      en: () => import('../../platform/i18n/locales/en/accounts.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/accounts.json', { with: { type: 'json' } }),
    },
  },
  routes: { account: [details] },
  menus: {
    account: [
      {
        key: 'details',
        order: 10,
        name: 'shell.account.details',
        to: '/account/details',
        about: 'globalSearch.about.accountDetails',
      },
      {
        key: 'identities',
        order: 40,
        name: 'shell.account.identities',
        to: '/account/identities',
        about: 'globalSearch.about.identities',
      },
    ],
  },
  pages: dialogs,
} as const satisfies WebFeature;
