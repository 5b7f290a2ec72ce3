import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkout } from './checkout.ts';
import { takeProgramFolders } from './data-location.ts';
import { exitCodes } from './exit-codes.ts';
import { runProgram } from './programs/run-program.ts';

const isRoot = process.getuid?.() === 0;
// Real processes on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let cleanup: (() => unknown)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-cli-'));
  chmodSync(folder, 0o711);
  cleanup = [];
});

afterEach(async () => {
  for (const step of cleanup) await step();
  rmSync(folder, { recursive: true, force: true });
});

async function cli(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const { code, output } = await runProgram(process.execPath, [join(checkout, 'tools/cli/main.ts'), ...args], {
    output: 'collect',
    limitMs: 60_000,
  });
  return { code, lines: output.split('\n').filter((line) => line !== '' && !line.startsWith('data folder ')) };
}

function expectOneLine(result: { code: number; lines: string[] }, code: number, pattern: RegExp): void {
  expect(result.lines.join('\n')).toMatch(pattern);
  expect(result.lines).toHaveLength(1);
  expect(result.code).toBe(code);
}

describe('arguments', () => {
  test('refuses what it does not know with one line and exit code 2', async () => {
    expectOneLine(await cli('fly'), 2, /there is no command "fly"; see .*--help/);
    expectOneLine(await cli('up', '--bogus'), 2, /Unknown option '--bogus'/);
    expectOneLine(await cli('up', '--port', 'many'), 2, /"many" is not a port number/);
    expectOneLine(await cli('edge'), 2, /--server is missing/);
    expectOneLine(await cli('edge', '--server', 'nonsense'), 2, /"nonsense" is not a server address/);
    const days = await cli('edge', '--server', 'http://127.0.0.1:9', '--least-days', 'x');
    expectOneLine(days, 2, /--least-days "x" is not a whole number of days/);
    expectOneLine(
      await cli('edge', '--server', 'http://127.0.0.1:9', '--analysis-workers', '9'),
      2,
      /must be a number from 1 to 8, not "9"/,
    );
    expectOneLine(await cli('up', '--model-packs', join(folder, 'nowhere')), 2, /folder not found: ".*nowhere"/);
    expectOneLine(await cli('test', '--only', 'magic'), 2, /there is no step "magic"; the steps are types, /);
    expectOneLine(await cli('bench', 'no-such-bench'), 2, /there is no bench "no-such-bench"/);
  });

  test('hands what was asked of a bench on to it: its cases are listed, and an unknown one is refused', async () => {
    const listed = await cli('bench', 'disasters', '--list', '--only', 'clock-ahead,disk-full');
    expect(listed.code).toBe(0);
    expect(listed.lines.filter((line) => /^[a-z-]+: /.test(line))).toEqual([
      expect.stringMatching(/^disk-full: /),
      expect.stringMatching(/^clock-ahead: /),
    ]);
    const refused = await cli('bench', 'disasters', '--list', '--only', 'flood');
    expect([refused.code, refused.lines.join('\n')]).toEqual([1, expect.stringContaining('no case is called "flood"')]);
  });

  test('refuses the demo beyond this machine', async () => {
    expectOneLine(
      await cli('up', '--listen', '0.0.0.0', '--data', join(folder, 'data')),
      2,
      /not with --listen 0.0.0.0; add --no-demo/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(['up', 'server', 'edge', 'demo', 'doctor', 'test', 'bench'])('explains %s with --help', async (name) => {
    const { code, lines } = await cli(name, '--help');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(new RegExp(`^usage: ./sightline ${name} `));
    expect(lines.at(-1)).toMatch(/--help/);
  });

  test('lists its commands and exit codes', async () => {
    const { code, lines } = await cli('--help');
    expect(code).toBe(0);
    expect(lines.join('\n')).toMatch(/exit codes: 0 done, 1 failed.* 9 database did not start/s);
  });
});

describe('something in the way of up', () => {
  test('a port that is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanup.push(() => server.close());
    const { port } = server.address() as { port: number };
    expectOneLine(
      await cli('up', '--port', String(port), '--data', join(folder, 'data')),
      8,
      new RegExp(`Port ${port} on 127.0.0.1 is taken`),
    );
  });

  test('an address that this machine does not have', async () => {
    expectOneLine(
      await cli('server', '--listen', '192.0.2.1', '--data', join(folder, 'data')),
      2,
      /192.0.2.1 is not an address of this machine/,
    );
  });

  test('a data folder that cannot be written', async () => {
    writeFileSync(join(folder, 'file'), 'kept');
    expectOneLine(await cli('up', '--data', join(folder, 'file')), 4, /cannot be written/);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('kept');
  });

  test.skipIf(process.platform !== 'linux')('a data folder where none can ever be made (Linux only)', async () => {
    expectOneLine(await cli('up', '--data', '/proc/sightline/data'), 4, /\/proc\/sightline\/data cannot be written/);
  });

  test.skipIf(!mountsWork())(
    'a data folder on a disk that is read-only (skipped where mounts are forbidden)',
    async () => {
      const disk = join(folder, 'disk');
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk]);
      cleanup.push(() => execFileSync('umount', ['-l', disk]));
      expectOneLine(await cli('up', '--data', join(disk, 'data')), 4, /cannot be written by this user \(EROFS\)/);
    },
  );

  test.skipIf(!isRoot)('a data folder that the database account cannot enter (skipped without root)', async () => {
    mkdirSync(join(folder, 'closed'), { mode: 0o700 });
    expectOneLine(
      await cli('up', '--data', join(folder, 'closed', 'data')),
      5,
      /cannot enter .*closed; choose another folder/,
    );
  });

  test('a data folder in use by another copy', async () => {
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o711 });
    const lock = await takeProgramFolders(data, ['server', 'edge', 'demo']);
    cleanup.push(() => lock.release());
    expectOneLine(
      await cli('up', '--data', data),
      6,
      new RegExp(`in use by another running copy \\(process ${process.pid}\\)`),
    );
    expectOneLine(await cli('edge', '--server', 'http://127.0.0.1:1', '--data', data), 6, /in use by another/);
  });

  test.skipIf(!mountsWork())('a full disk (skipped where mounts are forbidden)', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=0711', 'tmpfs', disk]);
    cleanup.push(() => execFileSync('umount', ['-l', disk]));
    expectOneLine(await cli('up', '--data', join(disk, 'data')), 7, /disk that holds .* is full/);
  });
});

test('a core that was never paired ends with the reason when it gets no claim code', async () => {
  const { code, lines } = await cli('edge', '--server', 'http://127.0.0.1:1', '--data', join(folder, 'data'));
  expect(lines.at(-1)).toMatch(/not paired yet, and no --claim was given/);
  expect(code).toBe(1);
});

describe('the shell part', () => {
  function shell(
    command: string,
    options: { cwd?: string; path?: string } = {},
  ): { code: number | null; output: string } {
    const env = { ...process.env, PATH: options.path ?? process.env['PATH'] ?? '', SIGHTLINE_SKIP_INSTALL: '1' };
    const result = spawnSync('/bin/sh', ['-c', command], { cwd: options.cwd ?? '/', env, encoding: 'utf8' });
    return { code: result.status, output: result.stdout + result.stderr };
  }

  /** A PATH with the system's tools but the given `node`, or none. */
  function pathWithNode(script: string | undefined): string {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const tool of ['readlink', 'dirname', 'cksum', 'cat']) {
      symlinkSync(execFileSync('/bin/sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim(), join(bin, tool));
    }
    if (script !== undefined) writeFileSync(join(bin, 'node'), script, { mode: 0o755 });
    return bin;
  }

  test('says in one line that Node is missing or too old', () => {
    const command = join(checkout, 'sightline');
    const missing = shell(`${command} --help`, { path: pathWithNode(undefined) });
    expect(missing.output).toMatch(/^sightline: Node 20 or newer is needed and no node was found; .*\n$/);
    expect(missing.code).toBe(exitCodes.node_version_unsupported);
    writeFileSync(join(folder, 'bin', 'node'), '#!/bin/sh\n[ "$1" = -p ] && echo 18 || echo v18.20.0\n', {
      mode: 0o755,
    });
    const old = shell(`${command} --help`, { path: join(folder, 'bin') });
    expect(old.output).toMatch(/^sightline: Node 20 or newer is needed, .* is v18.20.0; .*\n$/);
    expect(old.code).toBe(exitCodes.node_version_unsupported);
  });

  test('works from any folder and through links', () => {
    symlinkSync(join(checkout, 'sightline'), join(folder, 'absolute'));
    mkdirSync(join(folder, 'sub'));
    symlinkSync('../absolute', join(folder, 'sub', 'relative'));
    const { code, output } = shell('sub/relative up --help', { cwd: folder });
    expect(output).toMatch(/^usage: .\/sightline up/);
    expect(code).toBe(0);
    expect(dirname(checkout)).not.toBe(folder);
  });
});

function mountsWork(): boolean {
  if (!isRoot) return false;
  const probe = mkdtempSync(join(tmpdir(), 'sightline-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', probe]).status === 0;
  if (mounted) spawnSync('umount', ['-l', probe]);
  rmSync(probe, { recursive: true, force: true });
  return mounted;
}
