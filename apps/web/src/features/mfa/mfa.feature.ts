import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { accountArea } from '../../platform/routes/frames.ts';
import { oneOf } from '../../platform/routes/search-parameters.ts';

/** `createMFA=true` opens the adding of a second factor. */
const mfaSearch = (search: Record<string, unknown>): { createMFA?: 'true' | undefined } => ({
  createMFA: oneOf(['true'], search.createMFA),
});

const factors = createRoute({
  getParentRoute: () => accountArea,
  path: '/account/mfa',
  validateSearch: mfaSearch,
  component: lazyRouteComponent(() => import('./mfa-page.tsx'), 'MfaPage'),
});

/** Second factors. */
export const mfaFeature = {
  noun: 'mfa',
  texts: {
    mfa: {
      en: () => import('../../platform/i18n/locales/en/mfa.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/mfa.json', { with: { type: 'json' } }),
    },
  },
  routes: { account: [factors] },
  menus: {
    account: [
      {
        key: 'mfa',
        order: 20,
        name: 'shell.account.mfa',
        to: '/account/mfa',
        about: 'globalSearch.about.mfa',
      },
    ],
  },
  pages: [
    {
      name: 'globalSearch.pages.createMFA',
      to: '/account/mfa?createMFA=true',
      about: 'globalSearch.about.createMFA',
      isFree: true,
    },
  ],
} as const satisfies WebFeature;
