import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../checks.ts';
import { openTree } from '../tree.ts';
import { layOut, type LaidOut } from './lay-out.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
/** For what hangs: each of them takes a minute at most while nothing else runs. */
const patience = 900_000;

let feature: LaidOut;

beforeAll(() => {
  feature = layOut(openTree(checkout));
});
afterAll(() => feature[Symbol.dispose]());

/** Runs a program in the checkout that has the feature; what it said when it failed, else nothing. */
const complaintOf = (program: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    // They are tests of their own, not part of this run.
    const isOfThisRun = ([name]: [string, string | undefined]): boolean =>
      name.startsWith('VITEST') || name === 'TEST' || name === 'NODE_ENV';
    const env = Object.fromEntries(Object.entries(process.env).filter((one) => !isOfThisRun(one)));
    execFile(program, args, { cwd: feature.root, env, maxBuffer: 64_000_000 }, (error, stdout, stderr) =>
      resolve(error === null ? '' : `${error.message}\n${stdout.slice(-4_000)}${stderr.slice(-4_000)}`),
    );
  });
const installed = (name: string): string => join(feature.root, 'node_modules/.bin', name);
const testsOf = (pattern: RegExp): string[] => feature.touched.filter((path) => pattern.test(path));

describe('a feature that goes through all programs and the core, added by what the footprint counts', () => {
  it(
    'compiles',
    async () => {
      // Beside all other tests a second checker would only read anew what the first has read.
      for (const project of ['tsconfig.json', 'apps/web/tsconfig.json'])
        expect(await complaintOf(installed('tsc'), ['-p', project, '--checkers', '1'])).toBe('');
    },
    patience,
  );

  it(
    'keeps the rules of the house',
    async () => {
      const rules = checks.map(({ name }) => name).filter((name) => name !== 'footprint');
      const only = rules.flatMap((name) => ['--only', name]);
      expect(await complaintOf(process.execPath, ['tools/arch/main.ts', ...only])).toBe('');
      const sources = testsOf(/\.tsx?$/);
      expect(
        await complaintOf(installed('oxlint'), ['-c', 'tools/config/oxlint.json', '--deny-warnings', ...sources]),
      ).toBe('');
    },
    patience,
  );

  it(
    'passes its own tests, and those that walk through all features',
    async () => {
      const own = testsOf(/\.test\.ts$/);
      expect(own).toHaveLength(3);
      const lists = [
        'apps/web/src/app/features.test.ts',
        'apps/web/src/app/texts.test.ts',
        'apps/web/src/app/shell/menus/menu.test.ts',
        'apps/edge/src/app/capabilities.test.ts',
        'tools/rows/rows.test.ts',
      ];
      const all = [...own, ...lists];
      expect(all.filter((path) => !existsSync(join(feature.root, path)))).toEqual([]);
      expect(await complaintOf(installed('vitest'), ['run', ...all])).toBe('');
      const walks = ['tenant', 'audit-coverage'].map((name) => `apps/server/src/app/${name}.test.ts`);
      expect(await complaintOf(installed('vitest'), ['run', ...walks, '-t', 'beacons'])).toBe('');
    },
    patience,
  );

  it(
    'works from a call over HTTP to a real core and back',
    async () => {
      const journeys = testsOf(/^e2e\/.*\.spec\.ts$/);
      expect(journeys).toHaveLength(1);
      expect(await complaintOf(installed('vitest'), ['run', '-c', 'e2e/vitest.config.ts', ...journeys])).toBe('');
    },
    patience,
  );
});
