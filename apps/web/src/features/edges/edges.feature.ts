import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Cores. */
export const edgesFeature = {
  noun: 'edges',
  texts: {
    edges: {
      en: () => import('../../platform/i18n/locales/en/edges.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/edges.json', { with: { type: 'json' } }),
    },
  },
  pages: [
    {
      name: 'edges.list.title',
      to: '/location/list?of=cores',
      about: 'globalSearch.about.coreList',
      permission: 'CoreView',
    },
  ],
  live: () => import('./edges.live.ts'),
} as const satisfies WebFeature;
