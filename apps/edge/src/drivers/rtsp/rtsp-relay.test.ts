import { connect, type Socket } from 'node:net';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StreamRelay } from '../stream-relay.ts';
import { openRtspRelay } from './rtsp-relay.ts';

const account = { username: 'admin', password: 'Pa:ss@w/rd' };
let server: RtspServer;
let relay: StreamRelay | null = null;
const readers = new Set<Socket>();

beforeAll(async () => {
  server = await startRtspServer();
  const file = await testMedia('h264-sub');
  await server.addStream('gate', { file, ...account });
  await server.addStream('fast', { file: await testMedia('h264-720'), pace: 'reader', speed: 1000 });
}, 60_000);
afterEach(async () => {
  for (const reader of readers) reader.destroy();
  await relay?.close();
});
afterAll(() => server.stop());

async function openTo(path: string, transport: 'tcp' | 'udp' = 'tcp'): Promise<StreamRelay> {
  relay = await openRtspRelay({ url: server.url(path), ...account, transport });
  return relay;
}

interface Reader {
  socket: Socket;
  heard(): string;
  ask(method: string, url: string, headers?: readonly string[]): Promise<string>;
  isGone(): boolean;
}

/** A reader by hand; `url` is where it calls, its path may be wrong. */
function readFrom(url: string): Reader {
  const socket = connect(Number(new URL(url.replace('rtsp:', 'http:')).port), '127.0.0.1');
  readers.add(socket);
  let text = '';
  let gone = false;
  let cseq = 0;
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  socket.on('close', () => (gone = true));
  socket.on('error', () => undefined);
  return {
    socket,
    heard: () => text,
    isGone: () => gone,
    async ask(method, about, headers = []) {
      const mark = text.length;
      socket.write([`${method} ${about} RTSP/1.0`, `CSeq: ${++cseq}`, ...headers, '', ''].join('\r\n'));
      await vi.waitFor(() => {
        if (!gone) expect(text.slice(mark)).toMatch(/RTSP\/1\.0 [^]*?\r\n\r\n/);
      }, 5000);
      return text.slice(mark);
    },
  };
}

async function play(from: StreamRelay): Promise<Reader> {
  const reader = readFrom(from.url);
  const described = await reader.ask('DESCRIBE', from.url, ['Accept: application/sdp']);
  const base = /Content-Base: (\S+)/.exec(described)![1]!;
  const transport = 'Transport: RTP/AVP/TCP;unicast;interleaved=0-1';
  const session = /Session: ([^;\r]+)/.exec(await reader.ask('SETUP', `${base}trackID=0`, [transport]))![1]!;
  await reader.ask('PLAY', base, [`Session: ${session}`]);
  return reader;
}

describe('the door of a relay', () => {
  it('stays closed for who does not know its path, and leads no such one to the camera', async () => {
    const { url } = await openTo('gate');
    const before = server.stats('gate').describes;
    const stranger = readFrom(url);
    await stranger.ask('DESCRIBE', url.replace(/[0-9a-f]{32}$/, 'f'.repeat(32)));
    expect([stranger.isGone(), stranger.heard()]).toEqual([true, '']);
    expect(server.stats('gate').describes).toBe(before);
    // Who knows it comes in afterwards.
    expect(await readFrom(url).ask('OPTIONS', url)).toMatch(/^RTSP\/1\.0 200 /);
  });

  it('closes behind the first reader', async () => {
    const { url } = await openTo('gate');
    expect(await readFrom(url).ask('OPTIONS', url)).toMatch(/^RTSP\/1\.0 200 /);
    const second = readFrom(url);
    await vi.waitFor(() => expect(second.isGone()).toBe(true));
    expect(second.heard()).toBe('');
  });
});

describe('a relay', () => {
  it('answers for the account, which the reader neither has nor sees asked for', async () => {
    const reader = await play(await openTo('gate'));
    expect(reader.heard()).not.toMatch(/www-authenticate|realm|nonce|admin/i);
    await vi.waitFor(() => expect(reader.heard().length).toBeGreaterThan(20_000), 5000);
  });

  it('brings what comes by UDP as what comes by TCP', async () => {
    const reader = await play(await openTo('gate', 'udp'));
    expect(relay!.transport()).toBe('udp');
    await vi.waitFor(() => expect(reader.heard().length).toBeGreaterThan(20_000), 5000);
    expect(reader.heard()).toContain('interleaved=0-1');
  });

  it('says why the camera refused, and hangs up', async () => {
    relay = await openRtspRelay({ url: server.url('gate'), username: 'admin', password: 'wrong', transport: 'tcp' });
    const reader = readFrom(relay.url);
    await reader.ask('DESCRIBE', relay.url);
    expect(relay.failure()).toMatchObject({ reason: 'camera_credentials_refused' });
    expect(reader.heard()).toBe('');
  });

  it('ends the session of the camera when the reader goes', async () => {
    const reader = await play(await openTo('gate'));
    expect(server.stats('gate').readers).toBe(1);
    reader.socket.destroy();
    await vi.waitFor(() => expect(server.stats('gate').readers).toBe(0));
  });

  it('leaves with the camera what its reader does not take, and goes on when it takes it', async () => {
    const reader = await play(await openTo('fast'));
    reader.socket.pause();
    const sent = () => server.stats('fast').bytesSent;
    // Until nothing moves any more: the camera is not read.
    let last = -1;
    await vi.waitFor(
      () => {
        const now = sent();
        const isStill = now === last;
        last = now;
        expect(isStill).toBe(true);
      },
      { timeout: 10_000, interval: 300 },
    );
    expect(last).toBeLessThan(64 * 1024 * 1024);
    reader.socket.resume();
    await vi.waitFor(() => expect(sent()).toBeGreaterThan(last + 8 * 1024 * 1024), 10_000);
  });
});
