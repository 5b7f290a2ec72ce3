import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { alertRuleEntity } from './alert-rule.synced.ts';
import { alertRulesAudit } from './alert-rules.audit.ts';
import { alertRulesRoutes } from './alert-rules.routes.ts';
import { createAlertRulesService } from './alert-rules.service.ts';
import { createCameraMutesService } from './camera-mutes/camera-mutes.service.ts';
import { createRuleTestService } from './rule-test.service.ts';
import { ruleHooks } from './rule-hooks.ts';
import { askForMissedDoors, startDoorLooks } from './watches/door-looks.ts';
import { askForMissedLooks, startRuleLooks } from './watches/rule-looks.ts';

/** What makes alerts. */
export const alertRulesFeature: ServerFeature<ServerContext> = {
  noun: 'alert-rules',
  audits: alertRulesAudit,
  synced: () => [alertRuleEntity],
  start: async (context) => {
    const looks = [await startRuleLooks(context), await startDoorLooks(context)];
    const handlers = alertRulesRoutes(
      createAlertRulesService(context),
      createRuleTestService(context),
      createCameraMutesService(context),
    );
    return {
      routes: [answer('alertRules', alertRulesCalls, handlers)],
      stop: () => Promise.all(looks.map((one) => one.stop())).then(() => undefined),
    };
  },
  hooks: ruleHooks,
  housekeeping: (context) => [
    { name: 'looks at rules', run: (now) => askForMissedLooks(context, now) },
    { name: 'looks at doors', run: (now) => askForMissedDoors(context, now) },
  ],
  hears: {
    'alert-rules.changed': { rights: null, isQuiet: true },
    'alert-rules.cameraMuted': { rights: ['AlertMonitoring', 'AlertEdit'], isQuiet: true },
  },
};
