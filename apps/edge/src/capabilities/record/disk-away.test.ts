import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rtspDriver } from '../../drivers/rtsp/rtsp-driver.ts';
import { writeMark } from '../../platform/footage-mark.ts';
import { nodeDisk } from '../footage/disk.ts';
import type { RecordMessage } from '../footage/record-messages.ts';
import { Recorder, type RecorderOptions } from './recorder.ts';
import { until } from '../../../testing/record/recorder.fixture.ts';
import { plainTarget } from './recording-target.ts';

let server: RtspServer;
let folder: string;
/** The disk itself, and where it is mounted. */
let disk: string;
let volume: string;
let canMount = true;

const mount = (): void => void execFileSync('mount', ['--bind', disk, volume], { stdio: 'ignore' });
// Files that are open stay so, as when nobody waits for them.
const unmount = (): void => void execFileSync('umount', ['-l', volume], { stdio: 'ignore' });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-away-'));
  [disk, volume] = [join(folder, 'disk'), join(folder, 'mounted')];
  for (const path of [disk, volume]) mkdirSync(path);
  writeMark(disk, 'mark');
  try {
    mount();
  } catch {
    canMount = false;
  }
  server = await startRtspServer();
  await server.addStream('gate', { file: await testMedia('h264-sub') });
}, 60_000);

afterAll(async () => {
  await server.stop();
  if (canMount) unmount();
  rmSync(folder, { recursive: true, force: true });
});

/** A recorder of one camera, and everything it says. */
function record(accountedUntilUtcMs: number | null, openSegments: RecorderOptions['openSegments']) {
  const messages: RecordMessage[] = [];
  const recorder = new Recorder({
    volume,
    mark: 'mark',
    disk: nodeDisk,
    syncPolicy: 'fragment',
    openSegments,
    emit: (message) => messages.push(message),
    tickMs: 50,
  });
  recorder.start();
  recorder.add({ streamId: 's', target: plainTarget('on'), accountedUntilUtcMs }, Date.now());
  let first = true;
  let keyframes = 0;
  const source = rtspDriver.open(
    {
      url: server.url('gate'),
      username: null,
      password: null,
      transport: 'tcp',
      setupTimeoutMs: 5000,
      startReordering: false,
    },
    {
      config: (config) => recorder.config('s', config),
      unit(unit) {
        recorder.unit('s', unit, first);
        first = false;
        if (unit.kind === 'video' && unit.key) keyframes++;
      },
      end: () => undefined,
    },
  );
  const of = <T extends RecordMessage['type']>(type: T) =>
    messages.filter((message): message is RecordMessage & { type: T } => message.type === type);
  const stop = async (): Promise<void> => {
    await source.stop();
    await recorder.stop();
  };
  return { of, keyframes: () => keyframes, stop };
}

it('pulled while recording: nothing is written in its place or forgotten, and it goes on with a gap once it is back', async ({
  skip,
}) => {
  skip(!canMount, 'file systems cannot be mounted here');
  const { of, keyframes, stop } = record(null, []);
  await until(() => of('fragment.written').length > 0, 'footage');
  unmount();
  await until(() => of('gap').some((gap) => gap.cause === 'footage_disk_away' && gap.open), 'the gap');
  expect(of('disk.status').at(-1)).toMatchObject({ state: 'footage_disk_away', detail: volume });
  const seen = keyframes();
  await until(() => keyframes() > seen, 'another file to be tried');
  const before = of('fragment.written').length;
  mount();
  await until(() => of('fragment.written').length > before, 'footage again');
  await stop();
  unmount();
  expect(readdirSync(volume)).toEqual([]);
  mount();
  expect(of('segment.removed')).toEqual([]);
  expect(of('gap').findLast((gap) => gap.cause === 'footage_disk_away')).toMatchObject({ open: false });
  expect(new Set(of('segment.closed').map(({ path }) => path))).toEqual(
    new Set(of('segment.opened').map(({ path }) => path)),
  );
}, 30_000);

it('away at the start: what was left open is completed when it is back, and the time between is said', async ({
  skip,
}) => {
  skip(!canMount, 'file systems cannot be mounted here');
  const first = record(null, []);
  await until(() => first.of('fragment.written').length > 0, 'footage');
  await first.stop();
  const { path, bytes, endAtUtcMs } = first.of('segment.closed')[0]!;
  appendFileSync(join(volume, path), new Uint8Array(1000));
  unmount();
  const { of, stop } = record(endAtUtcMs, [path]);
  await until(() => of('gap').some((gap) => gap.cause === 'footage_disk_away' && gap.open), 'the gap');
  expect(of('gap')[0]).toMatchObject({ cause: 'edge_down', startAtUtcMs: endAtUtcMs });
  expect(of('segment.removed')).toEqual([]);
  expect(readdirSync(volume)).toEqual([]);
  mount();
  await until(() => of('segment.closed').some((segment) => segment.path === path && segment.repaired), 'the repair');
  await until(() => of('fragment.written').length > 0, 'footage');
  await stop();
  expect(statSync(join(volume, path)).size).toBe(bytes);
  expect(of('segment.removed')).toEqual([]);
}, 30_000);
