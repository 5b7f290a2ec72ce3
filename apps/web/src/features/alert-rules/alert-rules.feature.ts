import { ruleKindNames } from '@sightline/contracts/alert-rules/rule-kind-names';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { inOrganization } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { idParameter, oneOf, textParameter } from '../../platform/routes/search-parameters.ts';
import type { RuleFilters } from './rule-queries.ts';

const list = createRoute({
  getParentRoute: () => inOrganization,
  path: '/alert/list',
  validateSearch: (search: Record<string, unknown>): RuleFilters => ({
    q: textParameter(search.q),
    kind: oneOf(ruleKindNames, search.kind),
    camera: idParameter(search.camera),
  }),
  beforeLoad: () => requirePermission('AlertMonitoring', 'AlertEdit'),
  component: lazyRouteComponent(() => import('./list/rules-page.tsx'), 'RulesPage'),
});

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
  routes: { organization: [list, templates] },
  pages: [
    {
      name: 'alertRules.list.title',
      to: '/alert/list',
      about: 'alertRules.about.list',
      permission: ['AlertMonitoring', 'AlertEdit'],
    },
    {
      name: 'alertRules.templates.title',
      to: '/alert/templates',
      about: 'alertRules.about.templates',
      permission: 'AlertEdit',
    },
  ],
  live: () => import('./alert-rules.live.ts'),
} as const satisfies WebFeature;
