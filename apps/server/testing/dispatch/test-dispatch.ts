import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import type { DispatchAlarm } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { TestPerson } from '../test-server.ts';

/** An address to which the monitoring service sends somebody. */
export const testAddress = { address: '123 Some Street', city: 'St. Louis', state: 'MO', zip: '63101' };

let sites = 0;

/** A location of a person; without an address when told so. */
export async function makeSite(
  by: TestPerson,
  where: Partial<typeof testAddress> = testAddress,
  parentId: string | null = null,
): Promise<string> {
  sites += 1;
  const body = { name: `Site ${sites}`, timeZone: 'America/Chicago', parentId, ...where };
  return (await by.call(locationsCalls.create, { body })).body.id;
}

/** The telephone on which the monitoring service calls back. */
export const setPhone = async (by: TestPerson, phone: string | null = '+1 555 444 0003'): Promise<void> =>
  void (await by.call(accountsCalls.updateProfile, { body: { phone } }));

/** The calls of dispatch alarms in the name of a person. */
export const dispatchAs = (by: TestPerson) => ({
  active: (query: Record<string, unknown> = {}) => by.call(dispatchAlarmsCalls.active, { query }),
  canceled: (query: Record<string, unknown> = {}) => by.call(dispatchAlarmsCalls.canceled, { query }),
  history: (query: Record<string, unknown> = {}) => by.call(dispatchAlarmsCalls.history, { query }),
  check: (locationId: string) => by.call(dispatchAlarmsCalls.check, { params: { locationId } }),
  get: (id: string) => by.call(dispatchAlarmsCalls.get, { params: { id } }),
  create: (body: { locationId: string } & Record<string, unknown>) => by.call(dispatchAlarmsCalls.create, { body }),
  cancel: (id: string) => by.call(dispatchAlarmsCalls.cancel, { params: { id }, body: {} }),
  remove: (id: string) => by.call(dispatchAlarmsCalls.remove, { params: { id } }),
  /** Dispatches and answers the alarm, which must be made. */
  async dispatch(locationId: string): Promise<DispatchAlarm> {
    const { status, body } = await by.call(dispatchAlarmsCalls.create, { body: { locationId } });
    if (status !== 201) throw new Error(`it was not dispatched: ${JSON.stringify(body)}`);
    return body;
  },
});
