import type { MakeThings, TenantExamples, TenantThings } from '../tenant-things.ts';

interface AlertRuleThings {
  alertRuleId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends AlertRuleThings {}
}

/** Of the people who hear of it none is there yet when the things are made. */
const ruleAt = ({ cameraId, userId }: Partial<Pick<TenantThings, 'cameraId' | 'userId'>>) => ({
  name: 'Yard',
  condition: { kind: 'loitering', limitS: 20 },
  severity: 'warning',
  cameraIds: [cameraId],
  notify: { userIds: userId === undefined ? [] : [userId], channels: ['push'] },
});

export const tenantExamples: TenantExamples = {
  'alertRules.list': ({ cameraId, locationId }) => ({ query: { kind: 'loitering', cameraId, locationId } }),
  'alertRules.get': ({ alertRuleId }) => ({ params: { id: alertRuleId } }),
  'alertRules.create': (things) => ({ body: ruleAt(things) }),
  'alertRules.update': (things) => ({
    params: { id: things.alertRuleId },
    body: { ...ruleAt(things), name: 'Renamed', revision: 1 },
  }),
  'alertRules.snooze': ({ alertRuleId }) => ({ params: { id: alertRuleId }, body: { minutes: 15 } }),
  'alertRules.cameraMutes': ({ cameraId }) => ({ query: { cameraId } }),
  'alertRules.muteCamera': ({ cameraId }) => ({
    params: { id: cameraId },
    body: { untilUtcMs: Date.now() + 3_600_000 },
  }),
  'alertRules.nearMisses': ({ alertRuleId }) => ({ params: { id: alertRuleId } }),
  'alertRules.copy': ({ alertRuleId, cameraId }) => ({ params: { id: alertRuleId }, body: { cameraIds: [cameraId] } }),
  'alertRules.import': (things) => ({ body: { rules: [ruleAt(things)] } }),
  'alertRules.backTest': ({ cameraId }) => ({
    body: { backTestId: '01a2b3c4-0000-7000-8000-000000000001', cameraId, condition: ruleAt({ cameraId }).condition },
  }),
  'alertRules.test': ({ cameraId }) => ({
    body: { name: 'Yard', cameraIds: [cameraId], userIds: [], channels: ['push'] },
  }),
  'alertRules.audience': ({ cameraId }) => ({ body: { cameraIds: [cameraId], userIds: [] } }),
  'alertRules.remove': ({ alertRuleId }) => ({ params: { id: alertRuleId } }),
};

export const makeThings: MakeThings<AlertRuleThings> = async (make, things) => ({
  alertRuleId: await make('alertRules.create', things),
});

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'alertRules.backTest': 'asks a core what a rule would have done',
  'alertRules.audience': 'asks who would be told',
};
