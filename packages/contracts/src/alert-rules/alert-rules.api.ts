import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams, utcMs } from '../shared/ids.ts';
import { cameraMute } from './camera-mute.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { alertRule, alertRuleInput, nearMiss, ruleAudienceInput, ruleTestInput, ruleTestResult } from './alert-rule.ts';
import { backTest, backTestInput } from './back-test.ts';
import { ruleImportInput } from './rule-import.ts';

const ruleFaults = ['alert_rule_invalid', 'alert_rules_too_many', 'schedule_unknown'] as const;

export const alertRulesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/alert-rules',
    permission: 'member',
    summary: 'Lists the rules of cameras and cores where the caller has AlertMonitoring or AlertEdit, by their names.',
    query: pageQuery.extend({
      query: z.string().trim().max(120).optional(),
      kind: z.string().max(40).optional(),
      cameraId: id.optional(),
      locationId: id.optional(),
    }),
    output: listOf(alertRule),
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/alert-rules/{id}',
    permission: 'member',
    summary: 'Answers one rule with its state at each camera, to whoever has AlertMonitoring or AlertEdit there.',
    params: idParams,
    output: alertRule,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/alert-rules',
    permission: 'AlertEdit',
    summary: 'Adds a rule; needs AlertEdit at all its cameras and cores. Cores are told at once.',
    body: alertRuleInput,
    output: alertRule,
    status: 201,
    errors: [...ruleFaults],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/v1/alert-rules/{id}',
    permission: 'AlertEdit',
    summary: 'Changes a rule. Alerts that are open by a changed condition are closed.',
    params: idParams,
    body: alertRuleInput.extend({ revision: z.number().int() }),
    output: alertRule,
    errors: [...ruleFaults, 'conflict'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/alert-rules/{id}',
    permission: 'AlertEdit',
    summary:
      'Deletes a rule that no armed alarm uses; `alert_rule_in_use` names those that do in data.alarms. Its alerts stay, with what the rule was.',
    params: idParams,
    output: z.object({}),
    errors: ['alert_rule_in_use'],
  }),
  copy: defineCall({
    method: 'POST',
    path: '/api/v1/alert-rules/{id}/copies',
    permission: 'AlertEdit',
    summary: 'Makes the same rule for other cameras, one each.',
    params: idParams,
    body: z.object({ cameraIds: z.array(id).min(1).max(100) }),
    output: z.object({ items: z.array(alertRule) }),
    status: 201,
    errors: [...ruleFaults],
  }),
  import: defineCall({
    method: 'POST',
    path: '/api/v1/alert-rules/imports',
    permission: 'AlertEdit',
    summary:
      'Makes up to 500 rules as `create` would, or none of them: alert_rules_import_refused lists in data.faults what is wrong with which.',
    body: ruleImportInput,
    output: z.object({ count: z.number().int() }),
    status: 201,
    errors: ['alert_rules_import_refused', 'alert_rules_too_many'],
  }),
  snooze: defineCall({
    method: 'POST',
    path: '/api/v1/alert-rules/{id}/snooze',
    permission: 'AlertMonitoring',
    summary: 'Silences a rule for a time of at most 24 hours; 0 minutes ends that.',
    params: idParams,
    body: z.object({ minutes: z.number().int().min(0).max(1440) }),
    output: alertRule,
  }),
  cameraMutes: defineCall({
    method: 'GET',
    path: '/api/v1/camera-mutes',
    permission: 'AlertMonitoring',
    summary:
      'Lists the cameras that are muted, where the caller has AlertMonitoring: those that end first, at most 200.',
    query: z.object({ cameraId: id.optional() }),
    output: z.object({ items: z.array(cameraMute), total: z.number().int() }),
  }),
  muteCamera: defineCall({
    method: 'PUT',
    path: '/api/v1/camera-mutes/{id}',
    permission: 'AlertMonitoring',
    summary:
      'Mutes a camera until an instant at most 7 days away, or ends that with null: its rules alert nobody. Alerts that are open stay open.',
    params: idParams,
    body: z.object({ untilUtcMs: utcMs.nullable() }),
    output: z.object({ mute: cameraMute.nullable() }),
    errors: ['camera_mute_time'],
  }),
  test: defineCall({
    method: 'POST',
    path: '/api/v1/alert-rules/tests',
    permission: 'AlertEdit',
    summary:
      'Sends what is marked as a test in the given ways to the given people, or to the caller when there are none. Opens no alert.',
    body: ruleTestInput,
    output: z.object({ results: z.array(ruleTestResult) }),
    errors: ['rate_limited'],
  }),
  audience: defineCall({
    method: 'POST',
    path: '/api/v1/alert-rules/audiences',
    permission: 'AlertEdit',
    summary:
      'Of the people whom a rule names, those who see no alerts at any of its cameras, so that nobody tells them of any.',
    body: ruleAudienceInput,
    output: z.object({ unseeing: z.array(z.string()) }),
  }),
  nearMisses: defineCall({
    method: 'GET',
    path: '/api/v1/alert-rules/{id}/near-misses',
    permission: 'AlertMonitoring',
    summary: 'The last 50 times that a rule nearly alerted, and what held it back.',
    params: idParams,
    output: z.object({ items: z.array(nearMiss) }),
  }),
  backTest: defineCall({
    method: 'POST',
    path: '/api/v1/alert-rules/back-tests',
    permission: 'AlertEdit',
    summary:
      'Tries a condition on what a camera saw in the last 7 days; also needs PlaybackView. Ask again with the same backTestId while it runs.',
    body: backTestInput,
    output: backTest,
    errors: ['back_test_kind', 'back_test_core_old', 'back_test_busy', 'schedule_unknown', 'alert_rule_invalid'],
  }),
};
