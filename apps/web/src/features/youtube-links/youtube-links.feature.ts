import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { databaseArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { flag, textParameter } from '../../platform/routes/search-parameters.ts';

interface YoutubeSearch {
  search?: string | undefined;
  createYoutube?: 'true' | undefined;
}

const links = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/youtube',
  validateSearch: (search: Record<string, unknown>): YoutubeSearch => ({
    search: textParameter(search.search),
    createYoutube: flag(search, 'createYoutube'),
  }),
  beforeLoad: () => requirePermission('OrganizationDatabase'),
  component: lazyRouteComponent(() => import('./youtube-links-page.tsx'), 'YoutubeLinksPage'),
});

/** Videos and channels that the organization watches. */
export const youtubeLinksFeature = {
  noun: 'youtube-links',
  texts: {
    youtubeLinks: {
      en: () => import('../../platform/i18n/locales/en/youtube-links.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/youtube-links.json', { with: { type: 'json' } }),
    },
  },
  routes: { database: [links] },
  menus: {
    database: [
      {
        key: 'youtube',
        order: 70,
        name: 'youtubeLinks.list.title',
        to: '/database/youtube',
        about: 'youtubeLinks.about',
        permission: 'OrganizationDatabase',
      },
    ],
  },
  live: () => import('./youtube-links.live.ts'),
} as const satisfies WebFeature;
