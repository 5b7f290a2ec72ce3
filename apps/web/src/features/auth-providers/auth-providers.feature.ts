import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Other sites through which people sign in. */
export const authProvidersFeature = {
  noun: 'auth-providers',
  texts: {
    authProviders: {
      en: () => import('../../platform/i18n/locales/en/auth-providers.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/auth-providers.json', { with: { type: 'json' } }),
    },
  },
  menus: {
    settings: [
      {
        key: 'auth',
        order: 40,
        name: 'shell.settings.auth',
        to: '/settings/auth',
        about: 'globalSearch.about.auth',
        permission: 'OrganizationEdit',
      },
    ],
  },
} as const satisfies WebFeature;
