import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NoonLightService } from './noonlight-service.ts';

const service = new NoonLightService();
const alarm = {
  name: 'Dana Levi',
  phone: '15554440003',
  location: { address: { line1: '123 Some Street', city: 'St. Louis', state: 'MO', zip: '63101' } },
};

beforeAll(async () => {
  await service.start();
  service.tokens.add('token');
});
afterAll(() => service.stop());
beforeEach(() => service.reset());

async function ask(path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/dispatch/v1/alarms${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const create = async (): Promise<string> => String((await ask('', alarm)).body['id']);

test('refuses those without a token of its own', async () => {
  expect(await ask('', alarm, { authorization: 'Bearer other' })).toMatchObject({ status: 401, body: { code: 401 } });
  expect(service.alarms.size).toBe(0);
});

test.each([
  ['no telephone', { phone: undefined }, 'phone'],
  ['a telephone of elsewhere', { phone: '972501234567' }, 'phone'],
  ['no place', { location: {} }, 'location'],
  ['half an address', { location: { address: { line1: 'Quay 1', city: 'Amsterdam' } } }, 'state'],
  ['an address of elsewhere', { location: { address: { ...alarm.location.address, state: 'Holland' } } }, 'state'],
  ['unknown help', { services: { army: true } }, 'services'],
])('refuses an alarm with %s', async (_what, change, word) => {
  const { status, body } = await ask('', { ...alarm, ...change });
  expect({ status, key: body['key'] }).toEqual({ status: 400, key: 'invalid_payload' });
  expect(body['details']).toContain(word);
  expect(service.alarms.size).toBe(0);
});

test('keeps an alarm once for each key, and for every question without one', async () => {
  const key = { 'idempotency-key': 'one' };
  const first = await ask('', alarm, key);
  expect(first).toMatchObject({ status: 201, body: { status: 'ACTIVE' } });
  expect((await ask('', alarm, key)).body['id']).toBe(first.body['id']);
  await ask('', alarm);
  expect(service.alarms.size).toBe(2);
});

test('cancels an alarm once, and knows none that it does not have', async () => {
  const id = await create();
  expect(await ask(`/${id}/status`)).toMatchObject({ status: 200, body: { status: 'ACTIVE' } });
  expect((await ask(`/${id}/status`, { status: 'CANCELED' })).status).toBe(201);
  expect(await ask(`/${id}/status`, { status: 'CANCELED' })).toMatchObject({ body: { key: 'alarm_canceled' } });
  expect(await ask('/other/status')).toMatchObject({ status: 404, body: { key: 'resource_not_found' } });
});

test('fails as it is told, and lets a script play the dispatcher', async () => {
  await fetch(`${service.url}/control/mode?value=busy`, { method: 'POST' });
  expect((await ask('', alarm)).status).toBe(429);
  await fetch(`${service.url}/control/mode?value=ok`, { method: 'POST' });
  const id = await create();
  await fetch(`${service.url}/control/cancel?id=${id}`, { method: 'POST' });
  const listed = (await (await fetch(`${service.url}/control/alarms`)).json()) as object[];
  expect(listed).toMatchObject([{ id, status: 'CANCELED' }]);
});
