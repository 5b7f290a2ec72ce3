import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { accountArea } from '../../platform/routes/frames.ts';
import { oneOf } from '../../platform/routes/search-parameters.ts';

/** `createPasskey=true` opens the adding of a passkey. */
const passkeysSearch = (search: Record<string, unknown>): { createPasskey?: 'true' | undefined } => ({
  createPasskey: oneOf(['true'], search.createPasskey),
});

const list = createRoute({
  getParentRoute: () => accountArea,
  path: '/account/passkeys',
  validateSearch: passkeysSearch,
  component: lazyRouteComponent(() => import('./passkeys-page.tsx'), 'PasskeysPage'),
});

/** Keys of devices and password managers that sign in without a password. */
export const passkeysFeature = {
  noun: 'passkeys',
  texts: {
    passkeys: {
      en: () => import('../../platform/i18n/locales/en/passkeys.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/passkeys.json', { with: { type: 'json' } }),
    },
  },
  routes: { account: [list] },
  menus: {
    account: [
      {
        key: 'passkeys',
        order: 25,
        name: 'passkeys.list.title',
        to: '/account/passkeys',
        about: 'passkeys.about',
      },
    ],
  },
} as const satisfies WebFeature;
