import { createSocket } from 'node:dgram';
import { connectRtspTestClient, playOverTcp } from '@sightline/testing/cameras/rtsp-test-client';
import type { RtspTestClient } from '@sightline/testing/cameras/rtsp-test-client';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RtspServer, StreamOptions } from './rtsp-server-api.ts';
import { startRtspServer } from './rtsp-server.ts';

let server: RtspServer;
const clients: RtspTestClient[] = [];

beforeEach(async () => {
  server = await startRtspServer();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.end();
  await server.stop();
});

async function client(): Promise<RtspTestClient> {
  const made = await connectRtspTestClient(server.port);
  clients.push(made);
  return made;
}

async function add(options: Partial<StreamOptions> = {}): Promise<string> {
  await server.addStream('cam/main', { file: await testMedia('h264-sub'), ...options });
  return server.url('cam/main');
}

/** Highest timestamp difference between neighbouring pictures. */
function steps(packets: RtspTestClient['packets']): number[] {
  const times = [...new Set(packets.filter(({ channel }) => channel === 0).map(({ timestamp }) => timestamp))];
  return times.slice(1).map((time, index) => (time - times[index]!) | 0);
}

test('answers 404 for a path that is not served', async () => {
  expect((await (await client()).request('DESCRIBE', server.url('nothing'))).status).toBe(404);
});

test('answers 400 to what is no request and closes', async () => {
  const probe = await client();
  probe.send(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
  await expect(probe.closed).resolves.toBeUndefined();
});

test('refuses PLAY without SETUP, and a session that is not the own', async () => {
  const url = await add();
  const probe = await client();
  expect((await probe.request('PLAY', url, { Session: 'ABC' })).status).toBe(454);
  await playOverTcp(probe, url);
  expect((await probe.request('PAUSE', url, { Session: 'ABC' })).status).toBe(454);
});

test('refuses a transport that the camera does not have', async () => {
  const url = await add({ transports: 'udp' });
  const reply = await (
    await client()
  ).request('SETUP', `${url}/trackID=0`, { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' });
  expect(reply.status).toBe(461);
});

test('refuses audio that the file does not have', async () => {
  const url = await add();
  expect(
    (await (await client()).request('SETUP', `${url}/trackID=1`, { Transport: 'RTP/AVP/TCP;unicast;interleaved=2-3' }))
      .status,
  ).toBe(404);
});

test('describes codec, parameter sets, rate and track addresses', async () => {
  const url = await add({ controlStyle: 'absolute' });
  const reply = await (await client()).request('DESCRIBE', url, { Accept: 'application/sdp' });
  expect(reply.headers.get('content-base')).toBe(`${url}/`);
  expect(reply.body).toContain('a=rtpmap:96 H264/90000');
  expect(reply.body).toMatch(/sprop-parameter-sets=[A-Za-z0-9+/=]+,[A-Za-z0-9+/=]+/);
  expect(reply.body).toContain('a=framerate:15');
  expect(reply.body).toContain(`a=control:${url}/trackID=0`);
});

test('leaves every control line out when the camera has one track only', async () => {
  const url = await add({ controlStyle: 'empty', file: await testMedia('h264-aac') });
  const { body } = await (await client()).request('DESCRIBE', url);
  expect(body).not.toContain('a=control');
  expect(body).not.toContain('m=audio');
});

test('redirects to another address when told to', async () => {
  const url = await add({ redirectTo: 'rtsp://127.0.0.1:1/other' });
  const reply = await (await client()).request('DESCRIBE', url);
  expect([reply.status, reply.headers.get('location')]).toEqual([302, 'rtsp://127.0.0.1:1/other']);
});

test('serves a path with a query as cameras of some vendors have it', async () => {
  await server.addStream('cam/realmonitor?channel=1&subtype=0', { file: await testMedia('h264-sub') });
  const probe = await client();
  await playOverTcp(probe, server.url('cam/realmonitor?channel=1&subtype=0'));
  await probe.until(() => probe.packets.length > 3);
  expect(server.stats('cam/realmonitor?channel=1&subtype=0').readers).toBe(1);
});

test('begins with a keyframe for the first reader and sends pictures at their pace', async () => {
  const url = await add();
  const probe = await client();
  await playOverTcp(probe, url);
  await probe.until(() => steps(probe.packets).length >= 8);
  expect(probe.packets[0]!.payload[0]! & 0x1f).toBe(24);
  expect(new Set(steps(probe.packets))).toEqual(new Set([6000]));
  expect(
    probe.packets.slice(1).every(({ sequence }, index) => sequence === ((probe.packets[index]!.sequence + 1) & 0xffff)),
  ).toBe(true);
  expect(probe.reports()).toBeGreaterThan(0);
});

test('goes on over the end of the file without a step in time', async () => {
  const url = await add({ pace: 'reader' });
  const probe = await client();
  await playOverTcp(probe, url);
  await probe.until(() => steps(probe.packets).length > 400);
  expect(new Set(steps(probe.packets).slice(0, 400))).toEqual(new Set([6000]));
});

test('runs faster than time when asked for', async () => {
  const url = await add({ speed: 20 });
  const probe = await client();
  await playOverTcp(probe, url);
  const startedMs = performance.now();
  await probe.until(() => steps(probe.packets).length >= 450);
  const passedMs = performance.now() - startedMs;
  expect(passedMs).toBeLessThan(450 * (1000 / 15));
});

test('sends AAC and G.711 beside the pictures with their own clocks', async () => {
  await server.addStream('aac', { file: await testMedia('h264-aac') });
  await server.addStream('g711', { file: await testMedia('h264-g711') });
  for (const [path, step] of [
    ['aac', 1024],
    ['g711', 160],
  ] as const) {
    const probe = await client();
    await playOverTcp(probe, server.url(path), [0, 1]);
    const sounds = (): number[] =>
      probe.packets.filter(({ channel }) => channel === 2).map(({ timestamp }) => timestamp);
    await probe.until(() => sounds().length > 6);
    expect(
      new Set(
        sounds()
          .slice(1)
          .map((time, index) => (time - sounds()[index]!) >>> 0),
      ),
    ).toEqual(new Set([step]));
  }
});

test('sends over UDP from a pair of ports, and ends with the connection', async () => {
  const url = await add();
  const receiver = createSocket('udp4');
  await new Promise<void>((resolve) => receiver.bind(0, '127.0.0.1', resolve));
  const arrived = new Promise<number>((resolve) => receiver.once('message', (message) => resolve(message.length)));
  const probe = await client();
  const port = receiver.address().port;
  const setup = await probe.request('SETUP', `${url}/trackID=0`, {
    Transport: `RTP/AVP;unicast;client_port=${port}-${port + 1}`,
  });
  expect(setup.headers.get('transport')).toMatch(/server_port=\d+-\d+/);
  await probe.request('PLAY', url, { Session: setup.headers.get('session')!.split(';')[0]! });
  expect(await arrived).toBeGreaterThan(12);
  receiver.close();
  probe.end();
  await expect.poll(() => server.stats('cam/main').readers).toBe(0);
});

test('ends a session that gives no sign of life, and keeps one that does', async () => {
  const url = await add({ sessionTimeoutS: 1 });
  const quiet = await client();
  await playOverTcp(quiet, url);
  const lively = await client();
  const session = await playOverTcp(lively, url);
  const request = `GET_PARAMETER ${url} RTSP/1.0\r\nCSeq: 9\r\nSession: ${session}\r\n\r\n`;
  const keep = setInterval(() => lively.send(Buffer.from(request)), 300);
  await quiet.closed;
  await expect.poll(() => server.stats('cam/main').sessionTimeouts).toBe(1);
  await expect.poll(() => server.stats('cam/main').readers).toBe(1);
  expect(server.stats('cam/main').sessionTimeouts).toBe(1);
  clearInterval(keep);
});

test('shows two streams of one clock the same moment', async () => {
  const file = await testMedia('h264-sub');
  await server.addStream('a/main', { file, clock: 'a' });
  await server.addStream('a/sub', { file, clock: 'a' });
  const [main, sub] = [await client(), await client()];
  await playOverTcp(main, server.url('a/main'));
  await main.until(() => main.packets.some(({ marker }) => marker));
  await playOverTcp(sub, server.url('a/sub'));
  await sub.until(() => steps(sub.packets).length > 3);
  // Both began within 300 ms of the start, so the second also got the first keyframe.
  expect(sub.packets[0]!.payload[0]! & 0x1f).toBe(24);
});
