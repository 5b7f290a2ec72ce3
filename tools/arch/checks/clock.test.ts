import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { clock } from './clock.ts';

const found = async (path: string, text: string) => {
  using tree = fixtureTree({ [path]: text });
  return (await clock.run(tree)).map((finding) => finding.at);
};

test.each([
  'Date.now()',
  'new Date()',
  'new Date',
  'Date()',
  'Date.now',
  "Date['now']()",
  'globalThis.Date.now()',
  'performance.timeOrigin',
  '[Date].map((one) => one.now())',
])('refuses %s in a core', async (expression) => {
  expect(await found('apps/edge/src/capabilities/record/a.ts', `\nexport const a = () => ${expression};\n`)).toEqual([
    'apps/edge/src/capabilities/record/a.ts:2',
  ]);
});

test.each(['new Date(atUtcMs)', 'Date.parse(text)', 'Date.UTC(2026, 1)', 'performance.now()', 'clock.now()'])(
  'accepts %s, which asks no wall clock',
  async (expression) => {
    expect(await found('apps/edge/src/app/a.ts', `export const a = () => ${expression};\n`)).toEqual([]);
  },
);

test.each([
  'apps/edge/src/platform/clock.ts',
  'apps/edge/src/app/a.test.ts',
  'apps/edge/src/app/a.fixture.ts',
  'apps/edge/src/app/test-child.ts',
  'apps/server/src/app/a.ts',
])('accepts the clock of the machine in %s', async (path) => {
  expect(await found(path, 'export const a = () => Date.now();\n')).toEqual([]);
});
