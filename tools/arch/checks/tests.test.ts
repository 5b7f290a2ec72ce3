import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { tests } from './tests.ts';

const found = async (text: string) => {
  using tree = fixtureTree({ 'apps/server/src/a.test.ts': text });
  return (await tests.run(tree)).map((finding) => finding.at);
};

test.each([
  `vi.mock('./a.ts');`,
  `test.skip('a', () => {});`,
  'await page.waitForTimeout(500);',
  'expect(performance.now() - startedMs).toBeLessThan(500);',
  'expect(Date.now() - startedMs).toBeLessThanOrEqual(500);',
])('refuses %s', async (line) => {
  expect(await found(`\n${line}\n`)).toEqual(['apps/server/src/a.test.ts:2']);
});

test('accepts a test that is left out under a condition and says so', async () => {
  expect(await found(`if (driver === null) describe.skip('node-av driver (not installed)', () => {});\n`)).toEqual([]);
  expect(await found(`test.skipIf(!isRoot)('needs root: fills a small disk', () => {});\n`)).toEqual([]);
});
