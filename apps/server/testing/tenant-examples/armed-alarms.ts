import { newId } from '../../src/platform/ids/ids.ts';
import type { MakeThings, TenantExamples } from '../tenant-things.ts';

interface ArmedAlarmThings {
  armedAlarmId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends ArmedAlarmThings {}
}

export const tenantExamples: TenantExamples = {
  'armedAlarms.list': ({ locationId }) => ({ query: { locationId, status: 'disarmed' } }),
  'armedAlarms.get': ({ armedAlarmId }) => ({ params: { id: armedAlarmId } }),
  'armedAlarms.create': () => ({ body: { name: `Alarm ${newId()}`, alertIds: [] } }),
  'armedAlarms.update': ({ armedAlarmId, alertRuleId }) => ({
    params: { id: armedAlarmId },
    body: { name: 'Renamed', alertIds: [alertRuleId], revision: 1 },
  }),
  'armedAlarms.arm': ({ armedAlarmId }) => ({ params: { id: armedAlarmId }, body: { state: 'armed' } }),
  'armedAlarms.remove': ({ armedAlarmId }) => ({ params: { id: armedAlarmId } }),
};

export const makeThings: MakeThings<ArmedAlarmThings> = async (make) => ({
  armedAlarmId: await make('armedAlarms.create', {}),
});
