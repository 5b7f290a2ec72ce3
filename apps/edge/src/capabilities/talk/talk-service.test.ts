import { talkTimes } from '@sightline/contracts/talk/talk-limits';
import type { RtspServer, StreamOptions } from '@sightline/simulators/rtsp/rtsp-server-api';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { loudness, tonePackets } from '@sightline/testing/sound/g711';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rtspSpeakers } from '../../drivers/rtsp/rtsp-speaker.ts';
import { answerVoice } from '../../drivers/webrtc/voice-peer.ts';
import { TalkService, type TalkOpenRequest, type TalkSource } from './talk-service.ts';
import { TestVoiceBrowser } from '../../../testing/talk/test-voice-browser.ts';

let server: RtspServer;
let service: TalkService;
let clockMs = 0;
let names = 0;
const browsers: TestVoiceBrowser[] = [];
const newId = (): string => `0198c000-0000-7000-8000-${String(++names).padStart(12, '0')}`;
const talker = { userId: newId(), userName: 'Dana Levi' };

beforeAll(async () => {
  server = await startRtspServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  clockMs = 0;
  service = new TalkService({
    speakers: rtspSpeakers,
    answerVoice,
    ice: () => ({ port: 0, bindAddress: null, servers: [] }),
    nowMs: () => performance.now() + clockMs,
    nowUtcMs: Date.now,
  });
});
afterEach(() => {
  service.stop();
  for (const browser of browsers.splice(0)) browser.close();
});

interface TestCamera {
  cameraId: string;
  path: string;
  source: TalkSource;
}

async function camera(options: Partial<StreamOptions> = { backchannel: { codecs: ['pcmu'] } }): Promise<TestCamera> {
  const path = `talk-${++names}`;
  await server.addStream(path, { file: await testMedia('h264-g711'), ...options });
  return { cameraId: newId(), path, source: { url: server.url(path), username: null, password: null } };
}

function browser(...options: ConstructorParameters<typeof TestVoiceBrowser>): TestVoiceBrowser {
  const made = new TestVoiceBrowser(...options);
  browsers.push(made);
  return made;
}

const request = ({ cameraId, source }: TestCamera, from: TestVoiceBrowser): TalkOpenRequest => ({
  talkId: newId(),
  cameraId,
  source,
  talker,
  sdp: from.offer(),
  stunServers: [],
});

/** A browser that may speak, and the id of its talk. */
async function talking(at: TestCamera): Promise<{ from: TestVoiceBrowser; talkId: string }> {
  const from = browser();
  const ask = request(at, from);
  const isAnswered = from.answer((await service.open(ask)).sdp);
  if (isAnswered) await vi.waitUntil(() => from.isReady || from.isGone);
  if (from.isReady) return { from, talkId: ask.talkId };
  service.end({ talkId: ask.talkId, code: 'talk_ended' });
  return talking(at);
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'done').catch((error: { code: string }) => error.code);
const farewell = (from: TestVoiceBrowser): string | undefined =>
  (JSON.parse(from.heard[0] ?? '{}') as { code?: string }).code;

describe('a talk that is not possible', () => {
  it('CAM-026 says that there is no speaker, and keeps nothing open', async () => {
    const deaf = await camera({});
    expect(await codeOf(service.open(request(deaf, browser())))).toBe('talk_no_speaker');
    expect(await service.look({ ...deaf, asks: false })).toEqual({ speaker: 'no', cause: null, talker: null });
  });

  it('CAM-026 says why the camera did not answer', async () => {
    const gone = { ...(await camera()), source: { url: 'rtsp://127.0.0.1:1/x', username: null, password: null } };
    expect(await codeOf(service.open(request(gone, browser())))).toBe('camera_unreachable');
    expect(await service.look({ ...gone, asks: true })).toEqual({
      speaker: 'unknown',
      cause: 'camera_unreachable',
      talker: null,
    });
  });

  it.each([
    ['brings no voice', 'RecvOnly', ['PCMU']],
    ['brings a kind of sound that the camera does not take', 'SendOnly', ['PCMA']],
  ] as const)('CAM-026 gives the speaker back when the offer %s', async (_title, direction, codecs) => {
    const at = await camera();
    expect(await codeOf(service.open(request(at, browser(direction, codecs))))).toBe('talk_not_possible');
    await vi.waitFor(() => expect(server.heard(at.path).open).toBe(0));
    expect((await service.look({ ...at, asks: false })).talker).toBeNull();
  });

  it('CAM-026 lets one person talk at a time, and tells the second who it is', async () => {
    const at = await camera();
    const { talkId } = await talking(at);
    await expect(service.open(request(at, browser()))).rejects.toMatchObject({ code: 'talk_busy', data: talker });
    expect((await service.look({ ...at, asks: false })).talker).toMatchObject(talker);
    service.end({ talkId, code: 'talk_ended' });
    expect(await codeOf(service.open(request(at, browser())))).toBe('done');
  });

  it('CAM-026 knows nothing of talks that never were', () => {
    expect(service.renew({ talkId: newId() })).toEqual({ endedBy: 'talk_ended', heardMs: 0 });
    expect(service.end({ talkId: newId(), code: 'forbidden' })).toEqual({ heardMs: 0 });
    expect(() => service.candidate({ talkId: newId(), candidate: '', mid: '0' })).toThrow();
  });
});

describe('looking for a speaker', () => {
  it('CAM-026 asks the camera once for all who want to know, on a connection of its own', async () => {
    const at = await camera();
    expect(await service.look({ ...at, asks: false })).toEqual({ speaker: 'unknown', cause: null, talker: null });
    const looks = await Promise.all([service.look({ ...at, asks: true }), service.look({ ...at, asks: true })]);
    expect(looks.map(({ speaker }) => speaker)).toEqual(['yes', 'yes']);
    expect(server.stats(at.path)).toMatchObject({ describes: 1, sessionsStarted: 0 });
    expect(server.heard(at.path).open).toBe(0);
  });
});

describe('a talk', () => {
  /** The core's end may open a little later than the browser's: what comes before is nobody's. */
  const breath = (codec: 'pcmu' | 'pcma'): Uint8Array[] =>
    Array.from({ length: 5 }, () => new Uint8Array(160).fill(codec === 'pcmu' ? 0xff : 0xd5));

  const loud = (at: TestCamera, codec: 'pcmu' | 'pcma'): { loudMs: number; hz: number } =>
    loudness(codec, server.heard(at.path).sound);
  /** Arrived, within 5 %. */
  const arrived = (at: TestCamera, codec: 'pcmu' | 'pcma', ms: number): Promise<void> =>
    vi.waitFor(() => expect(Math.abs(loud(at, codec).loudMs - ms)).toBeLessThanOrEqual(ms / 20));

  it('CAM-026 arrives as long and as high as it was spoken, and gives the speaker back', async () => {
    const at = await camera();
    const { from, talkId } = await talking(at);
    await from.say(0, [...breath('pcmu'), ...tonePackets('pcmu', { hz: 1000, ms: 1_000 })]);
    await arrived(at, 'pcmu', 1_000);
    expect(Math.abs(loud(at, 'pcmu').hz - 1_000)).toBeLessThanOrEqual(50);
    expect(server.heard(at.path)).toMatchObject({ jumps: 0, sources: 1 });
    expect(service.end({ talkId, code: 'talk_ended' }).heardMs).toBeGreaterThanOrEqual(950);
    await vi.waitFor(() => expect(server.heard(at.path).open).toBe(0));
    expect(service.renew({ talkId }).endedBy).toBe('talk_ended');
  });

  it('CAM-026 is silent where the network lost it, and not shorter; in PCMA behind Digest', async () => {
    const at = await camera({ backchannel: { codecs: ['pcma'] }, username: 'u', password: 'p', auth: 'digest-sha256' });
    at.source = { ...at.source, username: 'u', password: 'p' };
    const { from } = await talking(at);
    await from.say(8, [...breath('pcma'), ...tonePackets('pcma', { hz: 500, ms: 400 })], new Set([10, 11, 17]));
    await arrived(at, 'pcma', 340);
    expect(server.heard(at.path)).toMatchObject({ codec: 'pcma', jumps: 0 });
  });

  it('CAM-026 ends by itself when the browser is not heard any more, and says so', async () => {
    const at = await camera();
    const { from, talkId } = await talking(at);
    await from.say(0, tonePackets('pcmu', { hz: 500, ms: 60 }));
    await vi.waitFor(() => expect(server.heard(at.path).packets).toBeGreaterThan(0));
    await vi.waitFor(() => {
      clockMs += talkTimes.silentMs / 2;
      service.renew({ talkId });
      expect(farewell(from)).toBe('talk_no_sound');
    });
    await vi.waitFor(() => expect(server.heard(at.path).open).toBe(0));
    expect(service.renew({ talkId }).endedBy).toBe('talk_no_sound');
  });

  it('CAM-026 ends with its camera, with its browser, and when its camera is taken away', async () => {
    const places = [await camera(), await camera(), await camera()] as const;
    const [dropped, left, removed] = places;
    const [first, second, third] = await Promise.all(places.map(talking));
    server.faults(dropped.path).drop(0);
    await vi.waitFor(() => expect(farewell(first!.from)).toBe('talk_camera_lost'));
    second!.from.close();
    await vi.waitFor(() => expect(server.heard(left.path).open).toBe(0), { timeout: 3_000 });
    service.setCameras([]);
    await vi.waitFor(() => expect(farewell(third!.from)).toBe('not_found'));
    await vi.waitFor(() => expect(server.heard(removed.path).open).toBe(0));
  });
});
