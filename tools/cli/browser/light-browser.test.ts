import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findLightBrowser } from './light-browser.ts';

let folder: string;
const before = { chosen: process.env['SIGHTLINE_HEADLESS_SHELL'], path: process.env['PATH'] };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-light-'));
  delete process.env['SIGHTLINE_HEADLESS_SHELL'];
  // Neither dpkg nor apt is on it: nothing is installed by a test.
  process.env['PATH'] = folder;
});

afterEach(() => {
  for (const [name, value] of [
    ['SIGHTLINE_HEADLESS_SHELL', before.chosen],
    ['PATH', before.path],
  ] as const) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  rmSync(folder, { recursive: true, force: true });
});

test('there is none where nothing is installed and nothing can be', async () => {
  expect(await findLightBrowser(() => undefined)).toBeUndefined();
});

test('one that does not start does not count', async () => {
  writeFileSync(join(folder, 'chromium-headless-shell'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  expect(await findLightBrowser(() => undefined)).toBeUndefined();
});

test('the one of the PATH is taken, before it the chosen one', async () => {
  const script = "#!/bin/sh\necho 'DevTools listening on ws://127.0.0.1:1' >&2\nexec /bin/sleep 5\n";
  const found = join(folder, 'chromium-headless-shell');
  writeFileSync(found, script, { mode: 0o755 });
  expect(await findLightBrowser(() => undefined)).toBe(found);
  const chosen = join(folder, 'chosen');
  writeFileSync(chosen, script, { mode: 0o755 });
  process.env['SIGHTLINE_HEADLESS_SHELL'] = chosen;
  expect(await findLightBrowser(() => undefined)).toBe(chosen);
});
