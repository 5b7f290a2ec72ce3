import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { alertRuleEntity } from './alert-rule.synced.ts';
import { alertRulesAudit } from './alert-rules.audit.ts';
import { alertRulesRoutes } from './alert-rules.routes.ts';
import { createAlertRulesService } from './alert-rules.service.ts';
import { ruleHooks } from './rule-hooks.ts';

/** What makes alerts. */
export const alertRulesFeature: ServerFeature<ServerContext> = {
  noun: 'alert-rules',
  audits: alertRulesAudit,
  synced: () => [alertRuleEntity],
  start: (context) => ({
    routes: [answer('alertRules', alertRulesCalls, alertRulesRoutes(createAlertRulesService(context)))],
  }),
  hooks: ruleHooks,
  hears: { 'alert-rules.changed': { rights: null, isQuiet: true } },
};
