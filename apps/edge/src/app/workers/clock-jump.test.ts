import { join } from 'node:path';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { decodeFile } from '@sightline/testing/media/decode-file';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { RecordMessage } from '../../capabilities/record/record-messages.ts';
import { RecordJournal } from '../../capabilities/record/record-journal.ts';
import { readCoverage } from '../../capabilities/record/read-coverage.ts';
import { openEdgeStores } from '../edge-stores.ts';
import { desire, startSession, type TestSession, until } from './media-session.fixture.ts';

const hourMs = 3_600_000;
let server: RtspServer;

beforeAll(async () => {
  server = await startRtspServer();
  await server.addStream('gate', { file: await testMedia('h264-sub') });
}, 120_000);
afterAll(() => server.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

/** Sets the wall clock of this core; what counts without it (`performance.now`, timers) goes on. */
function machineClock(): (offMs: number) => void {
  const real = Date.now;
  let offMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => real() + offMs);
  return (ms) => (offMs = ms);
}

/** Missing pictures from one to the next, over all files in the order of writing. */
async function missingPictures(one: TestSession): Promise<number> {
  const counters: number[] = [];
  for (const path of one.book.of('gate').closed.keys()) {
    const { pictures } = await decodeFile(join(one.volume, path));
    counters.push(...pictures.map(({ counter }) => counter!));
  }
  return counters.slice(1).reduce((sum, counter, index) => sum + ((counter - counters[index]! - 1 + 180) % 180), 0);
}

test('the clock of the core jumping an hour ahead and back loses no picture, and every moment of the time line is explained', async () => {
  const setClock = machineClock();
  const one = await startSession();
  const segments = (): number => new Set(one.book.of('gate').fragments.map(({ path }) => path)).size;
  const fragments = (): number => one.book.of('gate').fragments.length;
  const startedMs = Date.now();
  await one.configure([desire('gate', server.url('gate'))]);
  await until(() => fragments() > 0, 'footage');
  setClock(hourMs);
  await until(() => segments() === 2, 'footage by the new time');
  setClock(0);
  await until(() => segments() === 3, 'footage by the right time');
  await one.session.stop();
  expect(one.book.of('gate').statuses.map(({ state }) => state)).toEqual(['connecting', 'online']);
  expect(await missingPictures(one)).toBeLessThanOrEqual(server.stats('gate').unitsDropped);

  const stores = openEdgeStores(one.folder);
  const journal = new RecordJournal({ ...stores, onGapClosed: () => undefined, write: (job) => job() });
  for (const message of one.book.all) journal.receive(message as RecordMessage);
  const range = { fromUtcMs: startedMs + 1_000, toUtcMs: startedMs + hourMs, nowUtcMs: startedMs + 3 * hourMs };
  const { recorded, gaps } = readCoverage(stores, { streamId: 'gate', ...range });
  stores.store.close();
  const parts = [...recorded, ...gaps].toSorted((a, b) => a.fromUtcMs - b.fromUtcMs);
  for (const [index, part] of parts.slice(1).entries()) expect(Math.abs(part.fromUtcMs - parts[index]!.toUtcMs)).toBeLessThanOrEqual(400);
  expect(parts.at(-1)!.toUtcMs).toBe(range.toUtcMs);
  expect([...new Set(gaps.map(({ cause }) => cause))]).toEqual(['clock_jump']);
  await one.stop();
});
