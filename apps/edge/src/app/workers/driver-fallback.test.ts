import { execFileSync } from 'node:child_process';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compatDriver as nodeAv } from './compat-driver.ts';
import {
  accountErrors,
  desired,
  footageOf,
  startSession,
  type TestSession,
  until,
} from '../../../testing/app/workers/media-session.fixture.ts';

let camera: RtspServer;
let picky: PickyCamera | null = null;

/** A camera that serves one kind of client only, told by its first word, and hangs up on all others: FFmpeg begins with OPTIONS. */
interface PickyCamera {
  url: string;
  serves: 'OPTIONS' | 'DESCRIBE';
  refused: number;
  dropAll(): void;
  stop(): Promise<void>;
}

async function startPicky(target: URL): Promise<PickyCamera> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    let known = false;
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // The other end of a broken pipe; `close` below does what is needed.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes: Buffer) => {
      known ||= bytes.toString('latin1').startsWith(one.serves);
      if (known) upstream.write(bytes);
      else {
        one.refused++;
        client.destroy();
      }
    });
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const one: PickyCamera = {
    url: `rtsp://127.0.0.1:${String((server.address() as AddressInfo).port)}${target.pathname}`,
    serves: 'OPTIONS',
    refused: 0,
    dropAll: () => sockets.forEach((socket) => socket.destroy()),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        one.dropAll();
      }),
  };
  return one;
}

beforeAll(async () => {
  camera = await startRtspServer();
  await camera.addStream('gate', { file: await testMedia('h264-sub') });
}, 60_000);
afterEach(() => picky?.stop());
afterAll(() => camera.stop());

const recordedMs = (one: TestSession): number =>
  footageOf(one.book.of('s')).reduce((sum, part) => sum + part.endMs - part.startMs, 0);
const drivers = (one: TestSession): string[] =>
  one.book.all.flatMap((message) =>
    message.type === 'stream.status' && message.state === 'online' ? [message.driver] : [],
  );

/** The process in which FFmpeg reads: a child of this one. */
function compatWorker(): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const own = lines.map((line) => line.trim().split(/\s+/)).filter(([, parent]) => parent === String(process.pid));
  const pids = own.filter((words) => words.some((word) => word.includes('compat-worker'))).map(([pid]) => Number(pid));
  expect(pids).toHaveLength(1);
  return pids[0]!;
}

describe.skipIf(nodeAv === null)('a camera that our own client cannot read', () => {
  it('is recorded by the compatibility driver after three set-ups, and by ours again when only that works', async () => {
    picky = await startPicky(new URL(camera.url('gate')));
    const one = await startSession({ nodeAv });
    await one.configure([desired('s', picky.url)]);
    await until(() => recordedMs(one) >= 2_000, 'footage through the compatibility driver', 30_000);
    expect(drivers(one)).toEqual(['node-av']);
    expect(picky.refused).toBe(3);
    picky.serves = 'DESCRIBE';
    picky.dropAll();
    const before = recordedMs(one);
    await until(() => recordedMs(one) >= before + 2_000, 'footage through our own client', 30_000);
    expect(drivers(one).at(-1)).toBe('rtsp');
    await one.session.stop();
    expect(accountErrors(one.book.of('s'))).toEqual({ unexplained: [], both: [] });
    await one.stop();
  }, 80_000);

  it('is not blamed when the process that reads it is killed: the gap is the recorder’s, and footage goes on', async () => {
    picky = await startPicky(new URL(camera.url('gate')));
    const one = await startSession({ nodeAv });
    await one.configure([desired('s', picky.url, { driver: 'node-av' })]);
    await until(() => recordedMs(one) >= 1_000, 'footage through the compatibility driver', 30_000);
    process.kill(compatWorker(), 'SIGKILL');
    const isTold = (): boolean =>
      one.book.all.some((message) => message.type === 'stream.status' && message.state === 'offline');
    await until(isTold, 'the end of the process');
    const before = recordedMs(one);
    await until(() => recordedMs(one) >= before + 1_000, 'footage after it', 30_000);
    await one.session.stop();
    const reasons = one.book.all.flatMap((message) =>
      message.type === 'stream.status' && message.state === 'offline' ? [message.reason] : [],
    );
    expect(new Set(reasons)).toEqual(new Set(['recorder_down']));
    const causes = [...one.book.of('s').gaps.values()].map(({ cause }) => cause);
    expect(causes).toContain('recorder_down');
    expect(causes).not.toContain('camera_closed');
    expect(accountErrors(one.book.of('s'))).toEqual({ unexplained: [], both: [] });
    await one.stop();
  }, 80_000);
});
