import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { inOrganization } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';

const templates = createRoute({
  getParentRoute: () => inOrganization,
  path: '/alert/templates',
  beforeLoad: () => requirePermission('AlertEdit'),
  component: lazyRouteComponent(() => import('./templates/templates-page.tsx'), 'TemplatesPage'),
});

/** What is watched for, and whom it is told. */
export const alertRulesFeature = {
  noun: 'alert-rules',
  texts: {
    alertRules: {
      en: () => import('../../platform/i18n/locales/en/alert-rules.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/alert-rules.json', { with: { type: 'json' } }),
    },
    ruleBuilder: {
      en: () => import('../../platform/i18n/locales/en/rule-builder.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/rule-builder.json', { with: { type: 'json' } }),
    },
  },
  routes: { organization: [templates] },
  pages: [
    {
      name: 'alertRules.templates.title',
      to: '/alert/templates',
      about: 'alertRules.about.templates',
      permission: 'AlertEdit',
    },
  ],
} as const satisfies WebFeature;
