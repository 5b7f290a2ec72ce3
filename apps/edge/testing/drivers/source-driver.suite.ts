import { createServer, type Server, type Socket } from 'node:net';
import { testMedia, type TestMediaKind } from '@sightline/testing/cameras/test-media';
import { makeCertifiedKey } from '@sightline/simulators/identity/self-signed-certificate';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer, StreamOptions } from '@sightline/simulators/rtsp/rtsp-server-api';
import type { AccessUnit, AudioUnit, SourceEndReason, StreamConfig } from '@sightline/media/units/access-unit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHostileCamera, startQuietService, type Turn } from './hostile-camera.fixture.ts';
import type { SourceDriver, SourceOptions, SourceSession } from '../../src/drivers/source-driver.ts';

export interface DriverAbilities {
  /** Digest with SHA-256. */
  sha256: boolean;
  /** Marks a unit with `gap` when packets were lost before it. */
  marksLoss: boolean;
  /** Tells "not RTSP" from "closed". */
  tellsNotRtsp: boolean;
  /** Asks for a sign of life over the connection that it reads, not beside it. */
  asksOverConnection: boolean;
}

interface Heard {
  configs: StreamConfig[];
  video: AccessUnit[];
  audio: AudioUnit[];
  order: string[];
  ends: { reason: SourceEndReason; detail: string }[];
  session: SourceSession;
}

const hardPassword = 'Pa:ss@w/rd%41 ü';

async function until(condition: () => boolean, what: string, withinMs = 15_000): Promise<void> {
  const endMs = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() > endMs) throw new Error(`waited ${withinMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function listen(driver: SourceDriver, options: Partial<SourceOptions> & { url: string }): Heard {
  const heard: Omit<Heard, 'session'> = { configs: [], video: [], audio: [], order: [], ends: [] };
  const session = driver.open(
    { username: null, password: null, transport: 'tcp', setupTimeoutMs: 5000, startReordering: false, ...options },
    {
      config(config) {
        heard.configs.push(config);
        heard.order.push('config');
      },
      unit(unit) {
        if (unit.kind === 'video') heard.video.push(unit);
        else heard.audio.push(unit);
        heard.order.push(unit.kind === 'video' && unit.key ? 'key' : unit.kind);
      },
      end(reason, detail) {
        heard.ends.push({ reason, detail });
        heard.order.push('end');
      },
    },
  );
  return Object.assign(heard, { session });
}

/** Steps between decode times, in ms, rounded. */
function steps(units: readonly AccessUnit[]): number[] {
  return units.slice(1).map((unit, index) => Math.round((unit.dts90k - units[index]!.dts90k) / 90));
}

/** What every ingest driver must do; both are run against the same simulated cameras. */
export function describeSourceDriver(driver: SourceDriver, abilities: DriverAbilities): void {
  let server: RtspServer;
  let names = 0;
  const add = async (kind: TestMediaKind, options: Partial<StreamOptions> = {}): Promise<string> => {
    const path = `${kind}-${++names}`;
    await server.addStream(path, { file: await testMedia(kind), ...options });
    return path;
  };
  beforeAll(async () => {
    server = await startRtspServer();
    for (const kind of ['h264-sub', 'h264-720', 'hevc', 'h264-bframes', 'h264-aac', 'h264-g711'] as const)
      await testMedia(kind);
  }, 120_000);
  afterAll(() => server.stop());

  describe.concurrent(`${driver.name} driver, failures`, () => {
    const failed = async (
      options: Partial<SourceOptions> & { url: string },
    ): Promise<{ reason: SourceEndReason; detail: string }> => {
      const heard = listen(driver, options);
      expect(heard.ends).toEqual([]);
      await until(() => heard.ends.length > 0, 'the end', 20_000);
      await heard.session.stop();
      expect(heard.ends).toHaveLength(1);
      return heard.ends[0]!;
    };

    it('says that nobody listens', async () => {
      expect((await failed({ url: 'rtsp://127.0.0.1:1/x' })).reason).toBe('camera_unreachable');
    });

    it('says that credentials are refused, missing or wrong, without telling them', async () => {
      for (const auth of ['basic', 'digest-md5'] as const) {
        const path = await add('h264-sub', { username: 'admin', password: hardPassword, auth });
        expect((await failed({ url: server.url(path) })).reason).toBe('camera_credentials_refused');
        const end = await failed({ url: server.url(path), username: 'admin', password: 'hunter2secret' });
        expect(end.reason).toBe('camera_credentials_refused');
        expect(end.detail).not.toMatch(/hunter2secret|admin/);
      }
    });

    it('says that the path does not exist', async () => {
      expect((await failed({ url: server.url('nowhere') })).reason).toBe('camera_path_not_found');
    });

    it('says that what answers is no camera', async () => {
      const other = await plainServer((socket) =>
        socket.end('HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n<html></html>\r\n'),
      );
      const { reason } = await failed({ url: `rtsp://127.0.0.1:${other.port}/x` });
      expect(abilities.tellsNotRtsp ? ['camera_not_rtsp'] : ['camera_not_rtsp', 'camera_closed']).toContain(reason);
      await other.stop();
      if (!abilities.tellsNotRtsp) return;
      const patient = await plainServer((socket) => socket.write('220 mail.example.org ready\r\n'));
      expect((await failed({ url: `rtsp://127.0.0.1:${patient.port}/x`, setupTimeoutMs: 1000 })).reason).toBe(
        'camera_not_rtsp',
      );
      await patient.stop();
    });

    it('says that there is no video, or none that can be recorded', async () => {
      const described = async (media: string): Promise<SourceEndReason> => {
        const camera = await plainServer((socket, text) =>
          answerRtsp(socket, text, `v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nt=0 0\r\n${media}\r\n`),
        );
        const { reason } = await failed({ url: `rtsp://127.0.0.1:${camera.port}/x` });
        await camera.stop();
        return reason;
      };
      expect(await described('m=audio 0 RTP/AVP 0\r\na=control:track0')).toBe('camera_no_video');
      expect(await described('m=video 0 RTP/AVP 26\r\na=control:track0')).toBe('camera_codec_unsupported');
    });

    it('says that the camera takes no way of travelling, not that its codec is wrong', async () => {
      const sdp =
        'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nt=0 0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:track0\r\n';
      const camera = await plainServer((socket, text) => {
        if (!text.startsWith('SETUP')) answerRtsp(socket, text, sdp);
        else socket.write(`RTSP/1.0 461 Unsupported Transport\r\nCSeq: ${/CSeq: (\d+)/.exec(text)?.[1]}\r\n\r\n`);
      });
      expect((await failed({ url: `rtsp://127.0.0.1:${camera.port}/x` })).reason).toBe('camera_transport_refused');
      await camera.stop();
    });

    it('gives up on silence after the set-up time', async () => {
      const silent = await plainServer(() => undefined);
      expect((await failed({ url: `rtsp://127.0.0.1:${silent.port}/x`, setupTimeoutMs: 1000 })).reason).toBe(
        'camera_timeout',
      );
      await silent.stop();
    });

    it('says that no parameter sets come', async () => {
      const path = await add('h264-sub');
      server.faults(path).noParameterSets(true);
      expect((await failed({ url: server.url(path) })).reason).toBe('camera_no_parameter_sets');
    });

    it('says that the camera closed the connection', async () => {
      const path = await add('h264-sub');
      const heard = listen(driver, { url: server.url(path) });
      await until(() => heard.video.length > 3, 'pictures');
      server.faults(path).drop(0);
      await until(() => heard.ends.length > 0, 'the end');
      expect(heard.ends[0]!.reason).toBe('camera_closed');
      await heard.session.stop();
    });
  });

  describe.concurrent(`${driver.name} driver, streams`, () => {
    const play = async (path: string, options: Partial<SourceOptions> = {}, pictures = 40): Promise<Heard> => {
      const heard = listen(driver, { url: server.url(path), ...options });
      await until(() => heard.video.length >= pictures || heard.ends.length > 0, `${pictures} pictures of ${path}`);
      return heard;
    };
    const expectEven = (heard: Heard): void => {
      expect(heard.order.slice(0, 2)).toEqual(['config', 'key']);
      expect(heard.video[0]!.pts90k).toBeGreaterThanOrEqual(0);
      for (const step of steps(heard.video).slice(3)) expect([66, 67]).toContain(step);
      expect(heard.ends).toEqual([]);
    };

    it('begin with the configuration and a keyframe, and step evenly', async () => {
      const heard = await play(await add('h264-720'));
      expectEven(heard);
      expect(heard.configs).toMatchObject([
        { video: { codec: 'h264', width: 1280, height: 720, reorders: false }, audio: null },
      ]);
      expect(heard.session.bytesReceived()).toBeGreaterThan(10_000);
      await heard.session.stop();
      expect(heard.ends).toMatchObject([{ reason: 'stopped' }]);
    });

    it('of H.265 come as they are', async () => {
      const heard = await play(await add('hevc'));
      expectEven(heard);
      expect(heard.configs[0]!.video).toMatchObject({
        codec: 'h265',
        width: 1280,
        codecString: expect.stringMatching(/^hvc1\./),
      });
      expect(heard.configs[0]!.video.vps).toHaveLength(1);
      await heard.session.stop();
    });

    it('with B-frames have rising decode times and are marked', async () => {
      const heard = await play(await add('h264-bframes'), {}, 60);
      expectEven(heard);
      expect(
        heard.video.some((unit) => unit.pts90k < unit.dts90k) || heard.video.some((unit) => unit.pts90k > unit.dts90k),
      ).toBe(true);
      expect(heard.configs[0]!.video.reorders).toBe(true);
      await heard.session.stop();
    });

    it.each(['h264-aac', 'h264-g711'] as const)('bring the sound of %s in time with the pictures', async (kind) => {
      const path = await add(kind);
      const heard = await play(path, {}, 60);
      expectEven(heard);
      const audio = heard.configs[0]!.audio!;
      expect(audio).toMatchObject(
        kind === 'h264-aac' ? { codec: 'aac', sampleRate: 16_000 } : { codec: 'pcmu', sampleRate: 8000 },
      );
      const spanMs = (heard.audio.at(-1)!.pts90k - heard.audio[0]!.pts90k) / 90;
      const samples = heard.audio.slice(0, -1).reduce((sum, unit) => sum + unit.samples, 0);
      // On a machine that is too busy the camera itself leaves units out, and says how many.
      const droppedMs = (server.stats(path).unitsDropped * heard.audio[0]!.samples * 1000) / audio.sampleRate;
      expect(Math.abs(spanMs - (samples * 1000) / audio.sampleRate)).toBeLessThan(100 + droppedMs);
      expect(Math.abs(heard.audio.at(-1)!.pts90k - heard.video.at(-1)!.pts90k)).toBeLessThan(45_000);
      await heard.session.stop();
    });

    const schemes = ['basic', 'digest-md5', 'digest-sha256'] as const;
    it.each(schemes.filter((auth) => auth !== 'digest-sha256' || abilities.sha256))('open with %s', async (auth) => {
      const heard = await play(
        await add('h264-sub', { username: 'admin', password: hardPassword, auth }),
        { username: 'admin', password: hardPassword },
        5,
      );
      expect(heard.ends).toEqual([]);
      await heard.session.stop();
    });

    it.each(['absolute', 'relative', 'empty'] as const)('open with %s control URLs', async (controlStyle) => {
      const heard = await play(await add('h264-sub', { controlStyle }), {}, 5);
      expect(heard.ends).toEqual([]);
      await heard.session.stop();
    });

    it('open encrypted, with a certificate that the camera signed itself', async () => {
      const account = { username: 'admin', password: hardPassword };
      const encrypted = await startRtspServer({ key: makeCertifiedKey('camera') });
      await encrypted.addStream('gate', { file: await testMedia('h264-sub'), ...account });
      const heard = listen(driver, { url: encrypted.url('gate'), ...account });
      await until(() => heard.video.length >= 5 || heard.ends.length > 0, 'pictures');
      expect(heard.ends).toEqual([]);
      await heard.session.stop();
      await encrypted.stop();
    });

    it('follow a redirect', async () => {
      const target = await add('h264-sub');
      const heard = await play(await add('h264-sub', { redirectTo: server.url(target) }), {}, 5);
      expect(heard.ends).toEqual([]);
      await heard.session.stop();
    });

    it('of another host, to which a camera points, are not asked for with the account of the camera', async () => {
      const account = { username: 'admin', password: hardPassword };
      // Who would be given the account takes it by Basic, as it is, and counts that it is the wrong one.
      const target = await add('h264-sub', { username: 'admin', password: 'another', auth: 'basic' });
      const elsewhere = server.url(target).replace('127.0.0.1', 'localhost');
      const heard = await play(await add('h264-sub', { ...account, redirectTo: elsewhere }), account);
      expect(heard.ends).toMatchObject([{ reason: 'camera_credentials_refused' }]);
      expect(server.stats(target)).toMatchObject({ authFailures: 0 });
      // The same host is the camera itself.
      const own = await add('h264-sub', account);
      const followed = await play(await add('h264-sub', { ...account, redirectTo: server.url(own) }), account, 2);
      expect(followed.ends).toEqual([]);
      await followed.session.stop();
    });

    it('are not asked for on another port of this machine, wherever a camera points', async () => {
      const callers = new Set<string>();
      const service = await plainServer((_socket, text) => callers.add(text));
      const heard = await play(await add('h264-sub', { redirectTo: `rtsp://127.0.0.1:${service.port}/x` }));
      expect(heard.ends).toMatchObject([{ reason: 'camera_address_refused' }]);
      expect([...callers]).toEqual([]);
      await service.stop();
    });

    const turns: readonly Turn[] = ['DESCRIBE', 'later DESCRIBE', 'OPTIONS', 'SETUP', 'PLAY', 'never'];
    it.each(turns.flatMap((turn) => (['tcp', 'udp'] as const).map((transport) => ({ turn, transport }))))(
      'over $transport call nobody whom a hostile camera names, in a redirect of $turn or elsewhere',
      async ({ turn, transport }) => {
        const service = await startQuietService();
        const camera = await startHostileCamera(service, turn);
        // Twice: it may be honest with the first that asks.
        for (let round = 0; round < 2; round++) {
          const before = camera.asked.length;
          const heard = listen(driver, { url: camera.url, transport, setupTimeoutMs: 2000 });
          const isThrough = (): boolean => camera.asked.slice(before).includes('PLAY');
          await until(() => heard.ends.length > 0 || isThrough(), 'the camera to be through with us');
          // Whoever was named with the last answer would be called now.
          if (isThrough()) await until(() => camera.asked.at(-1) !== 'PLAY' || heard.ends.length > 0, 'a sign of life');
          await heard.session.stop();
        }
        expect(service.calls()).toBe(0);
        await camera.stop();
        await service.stop();
      },
    );

    it('come over UDP', async () => {
      const heard = await play(await add('h264-sub'), { transport: 'udp' });
      expect(heard.ends).toEqual([]);
      expect(heard.order.slice(0, 2)).toEqual(['config', 'key']);
      await heard.session.stop();
    });

    it.each(['tcp', 'udp'] as const)(
      'come over %s from a camera that takes nothing else, and it is said',
      async (transports) => {
        const path = await add('h264-sub', { transports });
        const heard = await play(path, { transport: transports === 'tcp' ? 'udp' : 'tcp' }, 5);
        expect(heard.ends).toEqual([]);
        expect(heard.session.transport()).toBe(transports);
        await heard.session.stop();
      },
    );

    it('stay open beyond a short session timeout', async () => {
      const path = await add('h264-sub', { sessionTimeoutS: 3 });
      const heard = await play(path, {}, 15 * 8);
      expect(heard.ends).toEqual([]);
      expect(server.stats(path).sessionTimeouts).toBe(0);
      await heard.session.stop();
    });

    it('give a sign of life when they are asked, while there is somebody to give one', async () => {
      const path = await add('h264-sub');
      const heard = await play(path, {}, 2);
      await heard.session.ask();
      server.faults(path).freeze('all');
      let isAlive = false;
      void heard.session.ask().then(() => (isAlive = true));
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(isAlive).toBe(!abilities.asksOverConnection);
      server.faults(path).clear();
      await heard.session.stop();
    });

    it('announce another picture size at its keyframe', async () => {
      const path = await add('h264-720');
      const heard = await play(path, {}, 5);
      await server.faults(path).switchFile(await testMedia('h264-sub'), 'in-band');
      await until(() => heard.configs.length > 1, 'the second configuration');
      expect(heard.configs[1]!.video).toMatchObject({ width: 640, height: 360 });
      await until(() => heard.order.at(-1) !== 'config', 'the keyframe');
      expect(heard.order[heard.order.lastIndexOf('config') + 1]).toBe('key');
      await heard.session.stop();
    });

    it.each([3_600_000, -3_600_000])('go on when the clock of the camera jumps by %i ms', async (jumpMs) => {
      const path = await add('h264-sub');
      const heard = await play(path, {}, 10);
      server.faults(path).clockJump(jumpMs);
      const before = heard.video.length;
      await until(() => heard.video.length > before + 40, 'pictures after the jump');
      const jumps = steps(heard.video).filter((step) => step < 60 || step > 80);
      expect(jumps).toHaveLength(1);
      // FFmpeg counts 32-bit timestamps upwards only: a step back shows as one ahead by the rest of the circle.
      const circleMs = 2 ** 32 / 90;
      expect(Math.abs(((jumps[0]! - jumpMs + circleMs / 2 + circleMs) % circleMs) - circleMs / 2)).toBeLessThan(1000);
      await heard.session.stop();
    });

    it('leave out a picture with lost packets, and say so', async () => {
      const path = await add('h264-720');
      const heard = await play(path, {}, 10);
      server.faults(path).losePackets(9);
      const before = heard.video.length;
      await until(() => heard.video.length > before + 40, 'pictures after the loss');
      expect(heard.ends).toEqual([]);
      if (abilities.marksLoss) {
        expect(heard.video.filter((unit) => unit.gap).length).toBeGreaterThan(0);
        expect(heard.session.packetsLost()).toBe(9);
      }
      await heard.session.stop();
    });

    it('leave no session behind when stopped at any moment', async () => {
      const path = await add('h264-sub');
      for (const afterMs of [0, 1, 5, 20, 100]) {
        const heard = listen(driver, { url: server.url(path) });
        await new Promise((resolve) => setTimeout(resolve, afterMs));
        await heard.session.stop();
        expect(heard.ends).toEqual([{ reason: 'stopped', detail: expect.any(String) }]);
      }
      await until(() => server.stats(path).readers === 0, 'no readers');
    });
  });
}

async function plainServer(
  onData: (socket: Socket, text: string) => void,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => onData(socket, chunk.toString('latin1')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.address() as { port: number }).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Answers every request in `text` with 200, as a camera that has nothing but a description. */
function answerRtsp(socket: Socket, text: string, sdp: string): void {
  for (const [, method, cseq] of text.matchAll(/^([A-Z_]+) \S+ RTSP\/1\.0\r\n(?:[^\r\n]+\r\n)*?CSeq: (\d+)/gm)) {
    const body = method === 'DESCRIBE' ? sdp : '';
    const extra = method === 'SETUP' ? 'Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n' : '';
    socket.write(
      `RTSP/1.0 200 OK\r\nCSeq: ${cseq}\r\nSession: 1\r\nPublic: DESCRIBE, SETUP, PLAY\r\n${extra}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
  }
}
