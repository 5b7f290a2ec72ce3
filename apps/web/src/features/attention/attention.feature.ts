import type { WebFeature } from '../../platform/features/web-feature.ts';

/** What needs somebody, and the queue of operators. */
export const attentionFeature = {
  noun: 'attention',
  texts: {
    attention: {
      en: () => import('../../platform/i18n/locales/en/attention.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/attention.json', { with: { type: 'json' } }),
    },
  },
  pages: [
    {
      name: 'shell.organization.operator',
      to: '/operator',
      about: 'globalSearch.about.operator',
      roles: ['OPERATOR'],
    },
    {
      name: 'shell.organization.operatorSettings',
      to: '/operator-settings',
      about: 'globalSearch.about.operatorSettings',
      roles: ['OPERATOR'],
    },
  ],
  live: () => import('./attention.live.ts'),
} as const satisfies WebFeature;
