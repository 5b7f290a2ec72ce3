import { IconZoomScan } from '@tabler/icons-react';
import type { WebFeature } from '../../platform/features/web-feature.ts';

/** What was recognised, and the search for it. */
export const eventsFeature = {
  noun: 'events',
  texts: {
    events: {
      en: () => import('../../platform/i18n/locales/en/events.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/events.json', { with: { type: 'json' } }),
    },
  },
  menus: {
    main: [
      {
        key: 'search',
        order: 20,
        icon: IconZoomScan,
        name: 'shell.nav.search',
        to: '/search',
        about: 'globalSearch.about.search',
        owns: /^\/search(-v2)?(\/|$)/,
        permission: 'SearchView',
      },
    ],
  },
  pages: [
    {
      name: 'globalSearch.pages.motionSearch',
      to: '/search?tab=motion',
      about: 'globalSearch.about.motionSearch',
      permission: 'SearchView',
    },
  ],
  keys: [
    { section: 'general', press: ['/'], does: 'shell.keys.search' },
    { section: 'camera', press: ['[', ']'], does: 'events.timeline.steps' },
    { section: 'camera', press: ['B'], does: 'events.overlay.key' },
    { section: 'results', press: ['←', '→', '↑', '↓'], does: 'shell.keys.walk' },
    { section: 'results', press: ['Enter'], does: 'shell.keys.open' },
  ],
} as const satisfies WebFeature;
