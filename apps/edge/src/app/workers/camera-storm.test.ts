import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { findGaps } from '@sightline/media/timeline/intervals';
import { afterAll, expect, test } from 'vitest';
import {
  accountErrors,
  desired,
  footageOf,
  startSession,
  until,
} from '../../../testing/app/workers/media-session.fixture.ts';

const names = Array.from({ length: 32 }, (_, index) => `cam${index}`);
const servers: RtspServer[] = [];

afterAll(async () => {
  for (const server of servers) await server.stop();
});

async function cameras(paths: readonly string[], port = 0): Promise<RtspServer> {
  const server = await startRtspServer({ port });
  servers.push(server);
  const file = await testMedia('h264-sub');
  for (const path of paths) await server.addStream(path, { file });
  return server;
}

test('thirty-two cameras that lose power and come back at once all record again, and a camera beside them loses nothing', async () => {
  const other = await cameras(['other']);
  let site = await cameras(names);
  const one = await startSession();
  await one.configure([desired('other', other.url('other')), ...names.map((name) => desired(name, site.url(name)))]);
  const lastEnd = (name: string): number => one.book.of(name).fragments.at(-1)?.endAtUtcMs ?? 0;
  const allSince = (sinceMs: number): boolean => names.every((name) => lastEnd(name) > sinceMs);
  await until(() => allSince(0) && lastEnd('other') > 0, 'footage of all');
  const cutMs = Date.now();
  await site.stop();
  await until(() => names.every((name) => one.book.of(name).statuses.at(-1)?.state === 'offline'), 'all offline');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  site = await cameras(names, site.port);
  const backMs = Date.now();
  await until(() => allSince(backMs + 200), 'footage of all again');
  await one.session.stop();
  // Nobody knocks more often than the pauses allow.
  for (const name of names) expect(site.stats(name).sessionsStarted).toBe(1);
  for (const name of names) expect(accountErrors(one.book.of(name))).toEqual({ unexplained: [], both: [] });
  const footage = footageOf(one.book.of('other'));
  expect(findGaps(footage, { startMs: cutMs, endMs: footage.at(-1)!.endMs })).toEqual([]);
  expect(one.book.of('other').statuses.map(({ state }) => state)).toEqual(['connecting', 'online']);
  await one.stop();
});
