import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServiceDesk, type ServiceDesk } from './service-desk.ts';
import type { ShownService } from './simulated-service.ts';

let desk: ServiceDesk;
let mode: string;
let ended: number;

beforeEach(async () => {
  mode = 'ok';
  ended = 0;
  const service = {
    id: 'centre',
    name: 'A "centre" <of control>',
    address: 'http://127.0.0.1:1/',
    note: 'Token: x',
    modes: ['ok', 'broken'],
    mode: () => mode,
    setMode: (value: string) => void (mode = value),
    received: () => Array.from({ length: 30 }, (_, index) => `<b>message ${String(index)}`),
    deeds: { 'end all': () => void (ended += 1) },
  };
  desk = await startServiceDesk([service]);
});

afterEach(() => desk.stop());

const ask = (method: string, path: string, origin?: string) =>
  fetch(desk.url + path, { method, ...(origin === undefined ? {} : { headers: { origin } }) });

test.each([
  ['a service that is not there', 'POST services/other/mode?value=ok', 404],
  ['a mode that there is none of', 'POST services/centre/mode?value=explode', 400],
  ['a deed that nobody does', 'POST services/centre/deed?value=explode', 400],
  ['what is only looked at', 'GET services/centre/mode?value=broken', 405],
  ['a page of another origin', 'POST services/centre/mode?value=broken http://evil.example', 405],
])('refuses %s', async (_title, request, status) => {
  const [method = '', path = '', origin] = request.split(' ');
  expect((await ask(method, path, origin)).status).toBe(status);
  expect([mode, ended]).toEqual(['ok', 0]);
});

test('breaks and mends a service, and does what its people do', async () => {
  const answer = (await (await ask('POST', 'services/centre/mode?value=broken')).json()) as ShownService;
  expect([answer.mode, mode]).toEqual(['broken', 'broken']);
  await ask('POST', 'services/centre/deed?value=end+all', desk.url.slice(0, -1));
  expect(ended).toBe(1);
});

test('lists services as JSON, with the last that came, and as a page with a button for each mode', async () => {
  const { items } = (await (await ask('GET', 'services')).json()) as { items: ShownService[] };
  expect(items).toMatchObject([{ id: 'centre', mode: 'ok', modes: ['ok', 'broken'], deeds: ['end all'] }]);
  expect(items[0]?.received).toHaveLength(20);
  const page = await (await ask('GET', '')).text();
  expect(page).toContain('data-value="broken" aria-pressed="false"');
  expect(page).toContain('&lt;b>message 0');
  expect(page).not.toContain('<of control>');
});
