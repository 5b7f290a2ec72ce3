import { connectRtspTestClient, playOverTcp } from '@sightline/testing/cameras/rtsp-test-client';
import type { RtspTestClient } from '@sightline/testing/cameras/rtsp-test-client';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RtspServer } from './rtsp-server-api.ts';
import { startRtspServer } from './rtsp-server.ts';

let server: RtspServer;
let probe: RtspTestClient;

beforeEach(async () => {
  server = await startRtspServer();
  await server.addStream('cam', { file: await testMedia('h264-sub') });
  probe = await connectRtspTestClient(server.port);
});

afterEach(async () => {
  probe.end();
  await server.stop();
});

async function watch(): Promise<void> {
  await playOverTcp(probe, server.url('cam'));
  await probe.until(() => probe.packets.length > 4);
}

/** Signed timestamp steps between packets. */
const steps = (): number[] =>
  probe.packets.slice(1).map(({ timestamp }, index) => (timestamp - probe.packets[index]!.timestamp) | 0);

test('throws for a stream that does not exist', () => {
  expect(() => server.faults('other')).toThrow('no stream other');
});

test('freezes with the socket open and goes on', async () => {
  await watch();
  server.faults('cam').freeze('all');
  const before = server.stats('cam').unitsSent;
  await expect(probe.request('OPTIONS', server.url('cam'))).rejects.toThrow('not seen within 5 s');
  expect(server.stats('cam').unitsSent).toBe(before);
  expect(server.stats('cam').readers).toBe(1);
  server.faults('cam').clear();
  await expect.poll(() => server.stats('cam').unitsSent).toBeGreaterThan(before);
});

test('answers while only the pictures are frozen', async () => {
  await watch();
  server.faults('cam').freeze('media');
  expect((await probe.request('OPTIONS', server.url('cam'))).status).toBe(200);
});

test('drops every reader, refuses for a while and serves again', async () => {
  await watch();
  server.faults('cam').drop(700);
  await probe.closed;
  const second = await connectRtspTestClient(server.port);
  await expect(second.request('DESCRIBE', server.url('cam'))).rejects.toThrow('closed');
  const statusNow = async (): Promise<number> => {
    const third = await connectRtspTestClient(server.port);
    return third
      .request('DESCRIBE', server.url('cam'))
      .then(
        ({ status }) => status,
        () => 0,
      )
      .finally(() => third.end());
  };
  await expect.poll(statusNow, { timeout: 3000 }).toBe(200);
});

test('jumps its clock back by an hour', async () => {
  await watch();
  server.faults('cam').clockJump(-3_600_000);
  await probe.until(() => steps().some((step) => step < -300_000_000));
  expect(Math.min(...steps())).toBeCloseTo(-324_000_000 + 6000, -4);
});

test('loses packets and counts on', async () => {
  await watch();
  server.faults('cam').losePackets(9);
  const gaps = (): number =>
    probe.packets
      .slice(1)
      .reduce((sum, { sequence }, index) => sum + ((sequence - probe.packets[index]!.sequence - 1) & 0xffff), 0);
  await expect.poll(gaps).toBe(9);
  expect(server.stats('cam').packetsLost).toBe(9);
});

test('hides parameter sets in description and stream', async () => {
  server.faults('cam').noParameterSets(true);
  expect((await probe.request('DESCRIBE', server.url('cam'))).body).not.toContain('sprop');
  await watch();
  await probe.until(() =>
    probe.packets.some(({ payload }) => (payload[0]! & 0x1f) === 28 && (payload[1]! & 0x1f) === 5),
  );
  expect(probe.packets.some(({ payload }) => [7, 8, 24].includes(payload[0]! & 0x1f))).toBe(false);
});

test('refuses to change the codec within a session', async () => {
  await expect(server.faults('cam').switchFile(await testMedia('hevc'), 'in-band')).rejects.toThrow('disconnect');
});

test('changes the resolution within a session, at a keyframe with new parameter sets', async () => {
  await watch();
  const sets = (): string[] => [
    ...new Set(
      probe.packets.filter(({ payload }) => (payload[0]! & 0x1f) === 24).map(({ payload }) => payload.toString('hex')),
    ),
  ];
  expect(sets()).toHaveLength(1);
  await server.faults('cam').switchFile(await testMedia('h264-720'));
  await probe.until(() => sets().length === 2);
  expect(Math.min(...steps())).toBeGreaterThanOrEqual(0);
});

test('changes the codec by disconnecting', async () => {
  await watch();
  await server.faults('cam').switchFile(await testMedia('hevc'), 'disconnect');
  await probe.closed;
  const again = await connectRtspTestClient(server.port);
  expect((await again.request('DESCRIBE', server.url('cam'))).body).toContain('H265/90000');
  again.end();
});

test('writes garbage between packets', async () => {
  await watch();
  const before = server.stats('cam').unitsSent;
  server.faults('cam').garbage(60);
  // This bare client loses its place; a real one must find it again.
  await expect.poll(() => server.stats('cam').unitsSent).toBeGreaterThan(before);
});

test('sends slowly and drops what waits too long', async () => {
  await watch();
  server.faults('cam').slow(2000);
  const { bytesSent } = server.stats('cam');
  await expect.poll(() => server.stats('cam').bytesSent, { timeout: 4000 }).toBeGreaterThan(bytesSent + 20_000);
  const seen = probe.packets.reduce((sum, { payload }) => sum + payload.length, 0);
  expect(seen).toBeLessThan(server.stats('cam').bytesSent - 10_000);
  server.faults('cam').slow(null);
  await probe.until(
    () => probe.packets.reduce((sum, { payload }) => sum + payload.length + 16, 0) > bytesSent + 20_000,
  );
});

test('ends sessions of the old password', async () => {
  await server.addStream('locked', { file: await testMedia('h264-sub'), username: 'u', password: 'p', auth: 'basic' });
  const sign = (password: string): Record<string, string> => ({
    Authorization: `Basic ${Buffer.from(`u:${password}`).toString('base64')}`,
  });
  expect((await probe.request('DESCRIBE', server.url('locked'), sign('p'))).status).toBe(200);
  server.faults('locked').changePassword('q');
  await probe.closed;
  const again = await connectRtspTestClient(server.port);
  expect((await again.request('DESCRIBE', server.url('locked'), sign('p'))).status).toBe(401);
  expect((await again.request('DESCRIBE', server.url('locked'), sign('q'))).status).toBe(200);
  again.end();
});
