import { afterEach, describe, expect, it, vi } from 'vitest';
import { NativeChild } from './native-child.ts';

const children: NativeChild[] = [];
const open = (file: string, more: Partial<ConstructorParameters<typeof NativeChild>[0]> = {}): NativeChild => {
  const child = new NativeChild({
    entry: new URL(file, import.meta.url),
    limitMs: 1_000,
    idleMs: 60_000,
    maxWaiting: 3,
    ...more,
  });
  children.push(child);
  return child;
};
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

afterEach(() => {
  for (const child of children.splice(0)) child.stop();
});

describe('a child that runs native code', () => {
  it('says plainly that its native part is not installed, every time', async () => {
    const child = open('../../../testing/platform/processes/test-absent-child.ts');
    await expect(child.ask('x')).rejects.toMatchObject({ code: 'transcode_unavailable' });
    await expect(child.ask('x')).rejects.toMatchObject({ code: 'transcode_unavailable' });
  });

  it('may crash: who waits gets a code, who asks next gets a new child', async () => {
    const child = open('../../../testing/platform/processes/test-native-child.ts');
    const [crashed, waiting] = await Promise.allSettled([child.ask('crash'), child.ask('x')]);
    expect(crashed).toMatchObject({ status: 'rejected', reason: { code: 'internal' } });
    expect(waiting.status).toBe('rejected');
    await expect(child.ask('again')).resolves.toBe('again');
  });

  it('is killed when it hangs', async () => {
    const child = open('../../../testing/platform/processes/test-native-child.ts');
    await expect(child.ask('hang')).rejects.toMatchObject({ code: 'internal' });
    await expect(child.ask('again')).resolves.toBe('again');
  });

  it('hands on codes, bytes and refusals, in order, and refuses a queue that is full', async () => {
    const child = open('../../../testing/platform/processes/test-native-child.ts');
    const all = await Promise.allSettled([
      child.ask('refuse'),
      child.ask('throw'),
      child.ask(new Uint8Array([1, 2, 3])),
      child.ask('one too many'),
    ]);
    expect(
      all.map((one) =>
        one.status === 'fulfilled' ? [...(one.value as Uint8Array)] : (one.reason as { code: string }).code,
      ),
    ).toEqual(['footage_damaged', 'internal', [1, 2, 3], 'rate_limited']);
  });

  it('ends when nobody asks it any more', async () => {
    const child = open('../../../testing/platform/processes/test-native-child.ts', { idleMs: 50 });
    const pid = (await child.ask('pid')) as number;
    await vi.waitUntil(() => !isAlive(pid), { timeout: 5_000 });
    expect(await child.ask('pid')).not.toBe(pid);
  });
});
