import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchFromServer, ServerClock, serverNowUtcMs } from './server-clock.ts';

const wrongByMs = 5 * 60_000;

/** An answer of a server whose clock is ahead by `aheadMs`, as this browser saw it. */
const answer = (atMs: number, aheadMs: number, wayMs = 40) => ({
  sentAtMs: atMs,
  receivedAtMs: atMs + wayMs,
  dateMs: Math.floor((atMs + wayMs / 2 + aheadMs) / 1000) * 1000,
});

test('knows of no difference before the first answer, and from answers that say nothing', () => {
  const clock = new ServerClock();
  expect(clock.offsetMs).toBe(0);
  clock.hear({ sentAtMs: 1000, receivedAtMs: 1040, dateMs: Number.NaN });
  clock.hear({ sentAtMs: 1040, receivedAtMs: 1000, dateMs: 500_000 });
  expect(clock.offsetMs).toBe(0);
});

test('leaves a clock alone that agrees with every answer', () => {
  const clock = new ServerClock();
  for (let atMs = 0; atMs < 20_000; atMs += 730) clock.hear(answer(atMs, 120));
  expect(clock.offsetMs).toBe(0);
});

test.each([wrongByMs, -wrongByMs])(
  'corrects a clock that is wrong by %i ms, to the second at once and better with every answer',
  (aheadMs) => {
    const clock = new ServerClock();
    clock.hear(answer(10_000, aheadMs));
    expect(Math.abs(clock.offsetMs - aheadMs)).toBeLessThan(1000);
    for (let atMs = 11_000; atMs < 40_000; atMs += 730) clock.hear(answer(atMs, aheadMs));
    expect(Math.abs(clock.offsetMs - aheadMs)).toBeLessThan(300);
  },
);

test('an answer that was long on its way does not spoil what is known', () => {
  const clock = new ServerClock();
  clock.hear(answer(10_000, wrongByMs));
  const before = clock.offsetMs;
  clock.hear(answer(20_000, wrongByMs, 9000));
  expect(Math.abs(clock.offsetMs - wrongByMs)).toBeLessThanOrEqual(Math.abs(before - wrongByMs) + 1);
});

test('begins anew when the clock of the browser was set', () => {
  const clock = new ServerClock();
  clock.hear(answer(10_000, wrongByMs));
  clock.hear(answer(20_000 + wrongByMs, 0));
  expect(Math.abs(clock.offsetMs)).toBeLessThan(1000);
});

const server = createServer((request, response) => {
  if (request.url === '/kept')
    response
      .setHeader('cache-control', 'private, max-age=31536000, immutable')
      .setHeader('date', 'Sun, 01 Mar 2026 10:00:00 GMT');
  response.end('{}');
});
let url = '';

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
});

afterEach(() => {
  vi.restoreAllMocks();
  server.close();
  server.closeAllConnections();
});

test('every answer of a real server sets the clock of a browser that is five minutes late', async () => {
  const trueNow = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => trueNow() - wrongByMs);
  expect(await (await fetchFromServer(url, { method: 'GET' })).text()).toBe('{}');
  expect(Math.abs(serverNowUtcMs() - trueNow())).toBeLessThan(1000);
});

test('what a cache may have kept, such as a part of a street map, does not set the clock back to when it was fetched', async () => {
  await fetchFromServer(url, { method: 'GET' });
  const before = serverNowUtcMs() - Date.now();
  await fetchFromServer(`${url}kept`, { method: 'GET' });
  expect(serverNowUtcMs() - Date.now()).toBeCloseTo(before, -2);
});
