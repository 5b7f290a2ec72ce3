import type { DeclaredPage } from '../../../platform/features/web-feature.ts';

/** Pages that belong to no feature. */
export const ownPages = [
  {
    name: 'shell.organization.guide',
    to: '/start',
    about: 'globalSearch.about.start',
    isFree: true,
  },
  { name: 'shell.nav.help', to: '/help', about: 'globalSearch.about.help', isFree: true },
  {
    name: 'globalSearch.pages.support',
    to: '/support',
    about: 'globalSearch.about.support',
    isFree: true,
  },
] as const satisfies readonly DeclaredPage[];
