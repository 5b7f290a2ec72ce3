import type { MakeThings, TenantExamples } from '../tenant-things.ts';

interface AlertRuleThings {
  alertRuleId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends AlertRuleThings {}
}

const ruleAt = (cameraId: string) => ({
  name: 'Yard',
  condition: { kind: 'loitering', limitS: 20 },
  severity: 'warning',
  cameraIds: [cameraId],
});

export const tenantExamples: TenantExamples = {
  'alertRules.list': ({ cameraId, locationId }) => ({ query: { kind: 'loitering', cameraId, locationId } }),
  'alertRules.get': ({ alertRuleId }) => ({ params: { id: alertRuleId } }),
  'alertRules.create': ({ cameraId }) => ({ body: ruleAt(cameraId) }),
  'alertRules.update': ({ alertRuleId, cameraId }) => ({
    params: { id: alertRuleId },
    body: { ...ruleAt(cameraId), name: 'Renamed', revision: 1 },
  }),
  'alertRules.snooze': ({ alertRuleId }) => ({ params: { id: alertRuleId }, body: { minutes: 15 } }),
  'alertRules.nearMisses': ({ alertRuleId }) => ({ params: { id: alertRuleId } }),
  'alertRules.copy': ({ alertRuleId, cameraId }) => ({ params: { id: alertRuleId }, body: { cameraIds: [cameraId] } }),
  'alertRules.remove': ({ alertRuleId }) => ({ params: { id: alertRuleId } }),
};

export const makeThings: MakeThings<AlertRuleThings> = async (make, things) => ({
  alertRuleId: await make('alertRules.create', things),
});
