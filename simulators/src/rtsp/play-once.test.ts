import { connectRtspTestClient, playOverTcp } from '@sightline/testing/cameras/rtsp-test-client';
import type { RtspTestClient } from '@sightline/testing/cameras/rtsp-test-client';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RtspServer } from './rtsp-server-api.ts';
import { startRtspServer } from './rtsp-server.ts';

const speed = 12;
const clipS = 12;

let server: RtspServer;
let client: RtspTestClient;

beforeEach(async () => {
  server = await startRtspServer();
  await server.addStream('cam', { file: await testMedia('h264-sub'), speed });
  client = await connectRtspTestClient(server.port);
});

afterEach(async () => {
  client.end();
  await server.stop();
});

/** Parameter sets (one packet each) in the order in which they came, neighbours that are equal counted once. */
function parameterSets(): string[] {
  const sets = client.packets
    .filter(({ channel, payload }) => channel === 0 && payload[0] === 0x78)
    .map(({ payload }) => payload.toString('hex'));
  return sets.filter((set, index) => set !== sets[index - 1]);
}

const pictureTimes = (): number[] => [
  ...new Set(client.packets.filter(({ channel }) => channel === 0).map(({ timestamp }) => timestamp)),
];

test('refuses a clip of another codec, and a stream that nobody watches', async () => {
  await expect(server.playOnce('cam', await testMedia('h264-720'))).rejects.toThrow('nobody watches');
  await playOverTcp(client, server.url('cam'));
  await expect(server.playOnce('cam', await testMedia('hevc'))).rejects.toThrow('codec');
  expect(server.lastPlay('cam')).toBeNull();
});

test('plays a clip once within the session and goes back; the clock of the pictures never steps', async () => {
  await playOverTcp(client, server.url('cam'));
  await client.until(() => client.packets.length > 20);
  const askedUtcMs = Date.now();
  const play = await server.playOnce('cam', await testMedia('h264-720'));
  expect(play.firstPictureUtcMs).toBeGreaterThanOrEqual(askedUtcMs - 100);
  expect(play.firstPictureUtcMs).toBeLessThan(askedUtcMs + 500);
  expect(play.endUtcMs - play.firstPictureUtcMs).toBeCloseTo((clipS * 1000) / speed, -1);
  await client.until(() => parameterSets().length === 3);
  expect(Date.now()).toBeGreaterThan(play.endUtcMs - 200);
  const [own, clip, back] = parameterSets();
  expect(back).toBe(own);
  expect(clip).not.toBe(own);
  const times = pictureTimes();
  const steps = times.slice(1).map((time, index) => (time - times[index]!) | 0);
  expect(Math.min(...steps)).toBeGreaterThan(0);
  // A machine that is behind leaves pictures out; a clock that started anew would be off by far more.
  expect(Math.max(...steps)).toBeLessThan(90_000);
  expect(server.lastPlay('cam')).toEqual(play);
});
