import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { decodeFile } from '@sightline/testing/media/decode-file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeDisk } from '../footage/disk.ts';
import type { GapMessage } from '../footage/record-messages.ts';
import { type Rig, startRig, until } from '../../../testing/record/recorder.fixture.ts';

let server: RtspServer;
let folder: string;
let names = 0;

beforeAll(async () => {
  server = await startRtspServer();
  folder = mkdtempSync(join(tmpdir(), 'sightline-disk-'));
}, 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function camera(): Promise<string> {
  const path = `disk-${++names}`;
  await server.addStream(path, { file: await testMedia('h264-720') });
  return server.url(path);
}

/** Mounts a small file system in memory; null when the system does not let us. */
function mountSmall(bytes: number): string | null {
  const path = mkdtempSync(join(folder, 'small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    return null;
  }
}

const gaps = (rig: Rig): GapMessage[] => rig.messages.filter((message) => message.type === 'gap');

async function expectPlayable(rig: Rig, volume: string): Promise<void> {
  const closed = rig.messages.filter((message) => message.type === 'segment.closed');
  expect(closed.length).toBeGreaterThan(0);
  for (const segment of closed) {
    expect(statSync(join(volume, segment.path)).size).toBe(segment.bytes);
    const { pictures } = await decodeFile(join(volume, segment.path));
    expect(pictures.every((picture) => picture.counter !== null)).toBe(true);
  }
}

describe('a disk that is full', () => {
  const small = (() => {
    const probe = mkdtempSync(join(tmpdir(), 'sightline-probe-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe], { stdio: 'ignore' });
      execFileSync('umount', [probe]);
      return true;
    } catch {
      return false;
    } finally {
      rmSync(probe, { recursive: true, force: true });
    }
  })();

  it.skipIf(!small)(
    'is said, costs only what does not fit, and recording returns with the room (needs the right to mount a tmpfs)',
    async () => {
      const mount = mountSmall(2_000_000)!;
      const volume = join(mount, 'volume');
      mkdirSync(volume);
      writeFileSync(join(mount, 'filler'), new Uint8Array(1_000_000));
      const rig = startRig(await camera(), { volume, disk: nodeDisk, segmentMs: 2000 });
      await until(() => rig.diskStates.includes('disk_full'), 'the full disk');
      await until(() => gaps(rig).some((gap) => gap.cause === 'disk_full' && gap.open), 'its gap');
      const before = rig.writtenMs();
      rmSync(join(mount, 'filler'));
      await until(() => rig.writtenMs() > before + 1000, 'footage again');
      await rig.source.stop();
      await rig.recorder.stop();
      expect(gaps(rig).findLast((gap) => gap.cause === 'disk_full')).toMatchObject({ open: false });
      await expectPlayable(rig, volume);
      expect(readdirSync(volume, { recursive: true }).filter((name) => String(name).endsWith('.mp4'))).toHaveLength(
        rig.messages.filter((message) => message.type === 'segment.closed').length,
      );
      execFileSync('umount', [mount]);
    },
    60_000,
  );
});

describe('a disk that does not keep up', () => {
  it('bounds the memory, is said, and costs whole groups of pictures only', async () => {
    const volume = join(folder, 'slow');
    let open: () => void = () => undefined;
    let gate: Promise<void> = Promise.resolve();
    const disk = {
      ...nodeDisk,
      sync: async (file: number) => {
        await gate;
        await nodeDisk.sync(file);
      },
    };
    const rig = startRig(await camera(), { volume, disk, maxPendingBytes: 500_000 });
    await until(() => rig.writtenMs() > 1000, 'footage');
    gate = new Promise((resolve) => {
      open = resolve;
    });
    await until(() => rig.diskStates.includes('disk_slow'), 'the slow disk');
    let most = 0;
    const endMs = Date.now() + 1500;
    await until(() => {
      most = Math.max(most, rig.recorder.pendingBytes());
      return Date.now() > endMs;
    }, 'some time');
    expect(most).toBeLessThan(1_500_000);
    gate = Promise.resolve();
    open();
    const before = rig.writtenMs();
    await until(() => rig.writtenMs() > before + 4000, 'footage again', 30_000);
    await rig.source.stop();
    await rig.recorder.stop();
    expect(gaps(rig).map((gap) => gap.cause)).toContain('disk_slow');
    expect(gaps(rig).at(-1)).toMatchObject({ open: false });
    await expectPlayable(rig, volume);
  }, 60_000);

  it('that fails outright is said with its error', async () => {
    const volume = join(folder, 'failing');
    let broken = false;
    const disk = {
      ...nodeDisk,
      write: (...args: Parameters<typeof nodeDisk.write>) =>
        broken ? Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })) : nodeDisk.write(...args),
    };
    const rig = startRig(await camera(), { volume, disk });
    await until(() => rig.writtenMs() > 1000, 'footage');
    broken = true;
    await until(() => gaps(rig).some((gap) => gap.cause === 'disk_failed'), 'the gap');
    broken = false;
    const before = rig.writtenMs();
    await until(() => rig.writtenMs() > before + 1000, 'footage again');
    await rig.source.stop();
    await rig.recorder.stop();
    await expectPlayable(rig, volume);
  }, 60_000);
});
