import { connectRtspTestClient, playOverTcp } from '@sightline/testing/cameras/rtsp-test-client';
import type { RtspTestClient } from '@sightline/testing/cameras/rtsp-test-client';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RtspServer } from '../rtsp/rtsp-server-api.ts';
import { startRtspServer } from '../rtsp/rtsp-server.ts';
import { plantGap } from './demo-gap.ts';

let server: RtspServer;
let probe: RtspTestClient;

beforeEach(async () => {
  server = await startRtspServer();
  await server.addStream('cam', { file: await testMedia('h264-sub') });
  probe = await connectRtspTestClient(server.port);
  await playOverTcp(probe, server.url('cam'));
  await probe.until(() => probe.packets.length > 4);
});
afterEach(async () => {
  probe.end();
  await server.stop();
});

const sent = (): number => server.stats('cam').unitsSent;

/** What was sent stops growing: two looks at it, several pictures apart, see the same. */
async function falls(): Promise<void> {
  let before = -1;
  const isSame = (): boolean => {
    const now = sent();
    const same = now === before;
    before = now;
    return same;
  };
  await expect.poll(isSame, { interval: 400, timeout: 10_000 }).toBe(true);
}

test('a stopped demo leaves no camera silent', async () => {
  const stop = new AbortController();
  const planted = plantGap(server.faults('cam'), { afterMs: 1, forMs: 60_000 }, stop.signal);
  await falls();
  stop.abort();
  await expect(planted).rejects.toThrow();
  const before = sent();
  await expect.poll(sent, { timeout: 10_000 }).toBeGreaterThan(before);
});

test('a camera falls silent, still answers, and goes on by itself', async () => {
  const planted = plantGap(server.faults('cam'), { afterMs: 1, forMs: 3_000 }, new AbortController().signal);
  await falls();
  expect((await probe.request('OPTIONS', server.url('cam'))).status).toBe(200);
  await planted;
  const before = sent();
  await expect.poll(sent, { timeout: 10_000 }).toBeGreaterThan(before);
});
