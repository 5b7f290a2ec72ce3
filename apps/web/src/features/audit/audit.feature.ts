import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Who did what. */
export const auditFeature = {
  noun: 'audit',
  texts: {
    audit: {
      en: () => import('../../platform/i18n/locales/en/audit.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/audit.json', { with: { type: 'json' } }),
    },
  },
  menus: {
    settings: [
      {
        key: 'auditLogs',
        order: 70,
        name: 'shell.settings.auditLogs',
        to: '/settings/audit-logs',
        about: 'globalSearch.about.auditLogs',
        permission: 'AuditView',
      },
    ],
  },
} as const satisfies WebFeature;
