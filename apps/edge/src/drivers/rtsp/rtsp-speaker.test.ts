import { createServer } from 'node:net';
import type { RtspServer, StreamOptions } from '@sightline/simulators/rtsp/rtsp-server-api';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { loudness, tonePackets } from '@sightline/testing/sound/g711';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Speaker, SpeakerFailure, SpeakerPlace } from '../speaker-driver.ts';
import { rtspSpeakers } from './rtsp-speaker.ts';

let server: RtspServer;
let names = 0;

beforeAll(async () => {
  server = await startRtspServer();
});
afterAll(() => server.stop());

async function camera(options: Partial<StreamOptions> = {}): Promise<string> {
  const path = `speaker-${++names}`;
  await server.addStream(path, { file: await testMedia('h264-g711'), ...options });
  return path;
}

const placeOf = (path: string, more: Partial<SpeakerPlace> = {}): SpeakerPlace => ({
  url: server.url(path),
  username: null,
  password: null,
  setupTimeoutMs: 3000,
  ...more,
});

const open = async (
  path: string,
  more: Partial<SpeakerPlace> = {},
): Promise<{ speaker: Speaker; ends: SpeakerFailure[] }> => {
  const ends: SpeakerFailure[] = [];
  const speaker = await rtspSpeakers.open(placeOf(path, more), { ended: (failure) => ends.push(failure) });
  if (speaker === null) throw new Error('no speaker');
  return { speaker, ends };
};

describe('a camera without a speaker', () => {
  it.each([
    ['that refuses the requirement', {}],
    ['that passes over the requirement', { ignoresRequire: true }],
  ])('CAM-026 has none: one %s', async (_title, options) => {
    const path = await camera(options);
    expect(await rtspSpeakers.look(placeOf(path))).toBeNull();
    expect(await rtspSpeakers.open(placeOf(path), { ended: () => undefined })).toBeNull();
    expect(server.stats(path)).toMatchObject({ sessionsStarted: 0 });
  });
});

describe('a speaker that cannot be asked', () => {
  const failed = (place: SpeakerPlace): Promise<unknown> =>
    rtspSpeakers.look(place).catch((error: unknown) => (error as SpeakerFailure).reason);

  it('CAM-026 says that the password is wrong, that there is no such path, and that nobody is there', async () => {
    const path = await camera({ username: 'u', password: 'p', backchannel: { codecs: ['pcmu'] } });
    expect(await failed(placeOf(path, { username: 'u', password: 'wrong' }))).toBe('camera_credentials_refused');
    expect(await failed(placeOf('nothing'))).toBe('camera_path_not_found');
    expect(await failed({ ...placeOf(path), url: 'rtsp://127.0.0.1:1/x' })).toBe('camera_unreachable');
    expect(await failed({ ...placeOf(path), url: 'http://127.0.0.1/x' })).toBe('camera_not_rtsp');
  });

  it('CAM-026 gives up on a camera that says nothing', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()));
    const { port } = silent.address() as { port: number };
    expect(await failed({ ...placeOf('x'), url: `rtsp://127.0.0.1:${port}/x`, setupTimeoutMs: 150 })).toBe(
      'camera_timeout',
    );
    silent.close();
  });
});

describe('an open speaker', () => {
  it.each([
    ['PCMU', { codecs: ['pcmu', 'pcma'] }, {}],
    ['PCMA alone', { codecs: ['pcma'] }, {}],
    ['a refused requirement', { codecs: ['pcmu'], shown: 'always' }, {}],
    ['Digest by MD5', { codecs: ['pcmu'] }, { auth: 'digest-md5' }],
    ['Digest by SHA-256, full addresses', { codecs: ['pcmu'] }, { auth: 'digest-sha256', controlStyle: 'absolute' }],
  ] as const)('CAM-026 plays all that it is sent: %s', async (_title, backchannel, options) => {
    const account = 'auth' in options ? { username: 'u', password: 'pa:ss' } : {};
    const path = await camera({ backchannel, ...account, ...options });
    const codec = (backchannel.codecs as readonly string[]).includes('pcmu') ? 'pcmu' : 'pcma';
    expect(await rtspSpeakers.look(placeOf(path, account))).toBe(codec);
    expect(server.heard(path).open).toBe(0);
    const { speaker } = await open(path, account);
    expect(speaker.codec).toBe(codec);
    const said = tonePackets(codec, { hz: 1000, ms: 400 });
    for (const packet of said) speaker.send(packet);
    await vi.waitFor(() => expect(server.heard(path).packets).toBe(20));
    expect(server.heard(path)).toMatchObject({ codec, jumps: 0, sources: 1, open: 1 });
    expect(server.heard(path).sound).toEqual(new Uint8Array(Buffer.concat(said)));
    expect(loudness(codec, server.heard(path).sound)).toEqual({ loudMs: 400, hz: expect.closeTo(1000, -2) });
    await speaker.close();
    await vi.waitFor(() => expect(server.heard(path).open).toBe(0));
    speaker.send(said[0]!);
    expect(server.heard(path).packets).toBe(20);
  });

  it('CAM-026 says once that the camera ended it, and not that it was closed', async () => {
    const path = await camera({ backchannel: { codecs: ['pcmu'] } });
    const { speaker, ends } = await open(path);
    server.faults(path).drop(0);
    await vi.waitFor(() => expect(ends.map(({ reason }) => reason)).toEqual(['camera_closed']));
    await speaker.close();
    const other = await open(path);
    await other.speaker.close();
    expect(other.ends).toEqual([]);
  });

  it('CAM-026 is kept open by signs of life', async () => {
    const path = await camera({ backchannel: { codecs: ['pcmu'] }, sessionTimeoutS: 1.5 });
    const { speaker, ends } = await open(path);
    await new Promise((resolve) => setTimeout(resolve, 1_700));
    expect(ends).toEqual([]);
    expect(server.heard(path).open).toBe(1);
    await speaker.close();
  });

  it('CAM-026 is known to be gone when the camera is cut off without a word, however much sound still goes out', async () => {
    const path = await camera({ backchannel: { codecs: ['pcmu'] }, sessionTimeoutS: 1 });
    const { speaker, ends } = await open(path);
    const saying = setInterval(() => speaker.send(new Uint8Array(160)), 20);
    await new Promise((resolve) => setTimeout(resolve, 600));
    server.faults(path).freeze('all');
    await vi.waitFor(() => expect(ends.map(({ reason }) => reason)).toEqual(['camera_timeout']), { timeout: 3_000 });
    clearInterval(saying);
    await speaker.close();
  });

  it('CAM-026 drops what a camera does not take, instead of saying it late', async () => {
    const path = await camera({ backchannel: { codecs: ['pcmu'] } });
    const { speaker } = await open(path);
    const sound = new Uint8Array(1_600);
    // Nobody reads meanwhile: what the system keeps fills up.
    for (let count = 0; count < 10_000; count += 1) speaker.send(sound);
    await vi.waitFor(() => expect(server.heard(path).packets).toBeGreaterThan(0));
    expect(server.heard(path).packets).toBeLessThan(9_000);
    await speaker.close();
  });
});
