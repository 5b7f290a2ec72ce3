import type { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { AlertRulesService } from './alert-rules.service.ts';
import type { CameraMutesService } from './camera-mutes/camera-mutes.service.ts';
import type { RuleTestService } from './rule-test.service.ts';

/** Handlers of the calls of alert rules. */
export const alertRulesRoutes = (
  rules: AlertRulesService,
  tests: RuleTestService,
  mutes: CameraMutesService,
): CallHandlers<typeof alertRulesCalls> => ({
  list: ({ query }, { actor }) => rules.list(actor, query),
  get: ({ params }, { actor }) => rules.get(actor, params.id),
  create: ({ body }, { actor }) => rules.create(actor, body),
  update: ({ params, body }, { actor }) => rules.update(actor, params.id, body),
  remove: ({ params }, { actor }) => rules.remove(actor, params.id),
  copy: ({ params, body }, { actor }) => rules.copy(actor, params.id, body),
  import: ({ body }, { actor }) => rules.import(actor, body),
  snooze: ({ params, body }, { actor }) => rules.snooze(actor, params.id, body),
  cameraMutes: ({ query }, { actor }) => mutes.list(actor, query),
  muteCamera: ({ params, body }, { actor }) => mutes.set(actor, params.id, body),
  test: ({ body }, { actor }) => tests.test(actor, body),
  audience: ({ body }, { actor }) => tests.audience(actor, body),
  backTest: ({ body }, { actor }) => rules.backTest(actor, body),
  nearMisses: ({ params }, { actor }) => rules.nearMisses(actor, params.id),
});
