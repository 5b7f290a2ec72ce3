import { newId } from '../../src/platform/ids/ids.ts';
import type { MakeThings, TenantExamples } from '../tenant-things.ts';

interface ScheduleThings {
  scheduleId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends ScheduleThings {}
}

const office = { timeZone: 'Europe/Berlin', hours: [{ day: 1, fromMinute: 480, toMinute: 1020 }] };

export const tenantExamples: TenantExamples = {
  'schedules.list': () => ({}),
  'schedules.names': () => ({}),
  'schedules.get': ({ scheduleId }) => ({ params: { id: scheduleId } }),
  'schedules.create': () => ({ body: { name: `Schedule ${newId()}`, ...office } }),
  'schedules.update': ({ scheduleId }) => ({
    params: { id: scheduleId },
    body: { name: 'Renamed', ...office, revision: 1 },
  }),
  'schedules.remove': ({ scheduleId }) => ({ params: { id: scheduleId } }),
};

export const makeThings: MakeThings<ScheduleThings> = async (make) => ({
  scheduleId: await make('schedules.create', {}),
});
