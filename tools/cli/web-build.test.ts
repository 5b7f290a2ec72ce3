import { expect, test } from 'vitest';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { explainBuild } from './web-build.ts';

test('a checkout of somebody else and a full disk are one line with an exit code of their own', () => {
  const foreign = explainBuild(
    "failed to load config\nError: EACCES: permission denied, open '/checkout/node_modules/.vite-temp/x.mjs'\n    at async open",
  );
  expect(foreign.message).toMatch(/cannot be written by this user, so the web app cannot be built;.*--web DIR\.$/);
  expect(exitCodeOf(foreign)).toBe(exitCodes.data_folder_unwritable);
  const full = explainBuild('ENOSPC: no space left on device, write');
  expect(exitCodeOf(full)).toBe(exitCodes.disk_full);
});

test('a mistake in the sources is told in the builder’s words, without its call stack', () => {
  const mistake = explainBuild(
    'error during build:\nCould not resolve "./nothing.ts"\n    at x (node_modules/vite/y.js:1:1)\n',
  );
  expect(mistake.message).toBe(
    'the web app could not be built:\nerror during build:\nCould not resolve "./nothing.ts"',
  );
  expect(exitCodeOf(mistake)).toBe(exitCodes.failed);
});
