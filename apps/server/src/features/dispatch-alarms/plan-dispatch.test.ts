import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { dispatchAlarmInput } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import { Hooks } from '../../platform/features/hooks.ts';
import { createDispatchAlarmsService } from './dispatch-alarms.service.ts';
import type { InstalledDispatch } from './installed-dispatch.ts';

const address = { address: '123 Some Street', city: 'St. Louis', state: 'MO', zip: '63101' };
let server: TestServer;
let owner: TestPerson;
let installed: InstalledDispatch | undefined;
let sites = 0;

beforeAll(async () => {
  // Nothing listens there: whatever is dispatched waits.
  server = await startTestServer({ env: { SIGHTLINE_NOONLIGHT_URL: 'http://127.0.0.1:9' } });
  server.platform.dispatchServices.use(async () => installed);
});
afterAll(() => server.stop());
beforeEach(async () => {
  installed = { token: 'token', quota: null };
  owner = await server.person();
});

const site = async (where: object = {}, parentId: string | null = null): Promise<string> => {
  sites += 1;
  const body = { name: `Site ${String(sites)}`, timeZone: 'America/Chicago', parentId, ...where };
  return (await owner.call(locationsCalls.create, { body })).body.id;
};
const phone = (number: string | null) => owner.call(accountsCalls.updateProfile, { body: { phone: number } });
const service = () =>
  createDispatchAlarmsService({ ...server.platform, hooks: new Hooks(), findDispatch: async () => installed });
const actorOf = (person: TestPerson): MemberActor => ({
  userId: person.userId,
  sessionId: person.userId,
  address: undefined,
  organizationId: person.session.activeOrganizationId ?? '',
  grants: (Object.keys(permissions) as Permission[]).map((permission) => ({
    permission,
    kind: 'organization',
    entityId: null,
  })),
  isStaff: false,
});
const plan = (locationId: string) => service().plan(actorOf(owner), locationId);
const planCall = (locationId: string, by: TestPerson) => by.call(dispatchAlarmsCalls.plan, { params: { locationId } });

it('ALARM-044 refuses a plan without the right, and knows no location of others', async () => {
  const locationId = await site(address);
  const watcher = await server.person({
    organizationId: owner.session.activeOrganizationId,
    permissions: ['LocationView'],
  });
  expect((await planCall(locationId, watcher)).status).toBe(403);
  expect((await planCall(locationId, await server.person())).status).toBe(404);
  expect((await planCall(newId(), owner)).status).toBe(404);
});

it('ALARM-045 tells that nothing is installed', async () => {
  installed = undefined;
  expect(await service().service(actorOf(owner))).toEqual({ isInstalled: false });
  expect((await plan(await site(address))).isInstalled).toBe(false);
  expect((await owner.call(dispatchAlarmsCalls.service, {})).body).toEqual({ isInstalled: false });
});

it('ALARM-044 tells what is missing', async () => {
  await phone(null);
  expect(await plan(await site({ address: 'Some Street' }))).toEqual({
    isInstalled: true,
    alarmsLeft: null,
    place: null,
    phone: null,
  });
});

it('ALARM-044 tells the address that the monitoring service is sent: of the location, or of the nearest above it', async () => {
  await phone('+1 555 444 0003');
  const parent = await site(address);
  const child = await site({}, parent);
  const whole = '123 Some Street, St. Louis, MO 63101';
  expect(await plan(child)).toMatchObject({ place: { address: whole, coordinates: null }, phone: '+1 555 444 0003' });
  const { place } = await plan(await site({ coordinates: { lat: 38.6, lon: -90.2 } }, parent));
  expect(place).toMatchObject({ address: null, coordinates: { lat: 38.6, lon: -90.2 } });
});

it('INT-003 tells how many alarms the quota of the month leaves', async () => {
  await phone('+1 555 444 0003');
  const locationId = await site(address);
  installed = { token: 'token', quota: 1 };
  expect((await plan(locationId)).alarmsLeft).toBe(1);
  await service().create(actorOf(owner), dispatchAlarmInput.parse({ locationId }));
  expect((await plan(locationId)).alarmsLeft).toBe(0);
});
