import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBrowser, systemBrowser } from './find-browser.ts';

let folder: string;
const before = { chosen: process.env['SIGHTLINE_CHROMIUM'], path: process.env['PATH'] };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-find-'));
});

afterEach(() => {
  for (const [name, value] of [
    ['SIGHTLINE_CHROMIUM', before.chosen],
    ['PATH', before.path],
  ] as const) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  rmSync(folder, { recursive: true, force: true });
});

function fakeBrowser(path: string, script: string): string {
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

test('finds no browser on a PATH without one', async () => {
  delete process.env['SIGHTLINE_CHROMIUM'];
  process.env['PATH'] = folder;
  expect(await systemBrowser()).toBeUndefined();
});

test('takes the chosen browser, then Chrome, then Chromium of the PATH', async () => {
  delete process.env['SIGHTLINE_CHROMIUM'];
  process.env['PATH'] = folder;
  const chromium = fakeBrowser(join(folder, 'chromium'), 'exit 1');
  expect(await systemBrowser()).toBe(chromium);
  const chrome = fakeBrowser(join(folder, 'google-chrome'), 'exit 1');
  expect(await systemBrowser()).toBe(chrome);
  mkdirSync(join(folder, 'own'));
  process.env['SIGHTLINE_CHROMIUM'] = fakeBrowser(join(folder, 'own', 'browser'), 'exit 1');
  expect(await systemBrowser()).toBe(join(folder, 'own', 'browser'));
});

test('takes a browser that answers its control port, and leaves none of its processes', async () => {
  const pidFile = join(folder, 'pid');
  process.env['SIGHTLINE_CHROMIUM'] = fakeBrowser(
    join(folder, 'browser'),
    `echo $$ > ${pidFile}; echo "DevTools listening on ws://x" >&2; exec sleep 60`,
  );
  const found = await findBrowser(() => undefined);
  expect(found).toEqual({ path: join(folder, 'browser') });
  const pid = Number(readFileSync(pidFile, 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});
