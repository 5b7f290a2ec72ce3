import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fixtureTree } from './fixture-tree.ts';

const house = fileURLToPath(new URL('../..', import.meta.url));

/** Names of the rules that the house's lint reports for one file, without those about its name. */
const reported = (path: string, text: string): string[] => {
  using tree = fixtureTree(
    {
      '.gitignore': 'node_modules\n',
      'tsconfig.json': readFileSync(`${house}/tsconfig.json`, 'utf8'),
      'tools/config/oxlint.json': readFileSync(`${house}/tools/config/oxlint.json`, 'utf8'),
      [path]: text,
    },
    { node_modules: `${house}/node_modules` },
  );
  const run = () =>
    execFileSync(`${house}/node_modules/.bin/oxlint`, ['-c', 'tools/config/oxlint.json', '-f', 'json', path], {
      cwd: tree.root,
      encoding: 'utf8',
    });
  try {
    run();
    return [];
  } catch (error) {
    const { diagnostics } = JSON.parse((error as { stdout: string }).stdout) as { diagnostics: { code: string }[] };
    return diagnostics.map(({ code }) => code);
  }
};

const long = (count: number): string =>
  `export const f = (): void => {\n${Array.from({ length: count }, (_, index) => `  void ${index};`).join('\n')}\n};\n`;

test.each([
  ['a function of 60 lines', 'apps/server/src/a.ts', long(60), 'eslint(max-lines-per-function)'],
  ['a component of 130 lines', 'apps/web/src/a.tsx', long(130), 'eslint(max-lines-per-function)'],
  [
    'four parameters in a row',
    'apps/edge/src/a.ts',
    'export const f = (a: 1, b: 1, c: 1, d: 1): number => a + b + c + d;\n',
    'eslint(max-params)',
  ],
  ['any', 'packages/media/src/a.ts', 'export const a = (b: any): unknown => b;\n', 'typescript(no-explicit-any)'],
  ['a default export', 'packages/media/src/a.ts', 'const a = 1;\nexport default a;\n', 'import(no-default-export)'],
  [
    'a floating promise',
    'apps/edge/src/a.ts',
    'const f = async (): Promise<void> => {};\nexport const g = (): void => {\n  f();\n};\n',
    'typescript(no-floating-promises)',
  ],
  [
    'a swallowed error',
    'apps/edge/src/a.ts',
    'export const f = (g: () => void): void => {\n  try {\n    g();\n  } catch {}\n};\n',
    'eslint(no-empty)',
  ],
  ['a console line in the product', 'apps/server/src/a.ts', 'console.log(1);\nexport {};\n', 'eslint(no-console)'],
  ['a file name in capitals', 'apps/web/src/MyPage.tsx', 'export const a = 1;\n', 'unicorn(filename-case)'],
  ['a picture without words', 'apps/web/src/a.tsx', 'export const A = () => <img src="a" />;\n', 'jsx-a11y(alt-text)'],
  [
    'a hook under a condition',
    'apps/web/src/a.tsx',
    `import { useState } from 'react';\nexport const A = ({ b }: { b: boolean }) => {\n  if (b) useState(1);\n  return null;\n};\n`,
    'react-hooks(rules-of-hooks)',
  ],
  [
    'a test that is left alone',
    'apps/web/src/a.test.ts',
    `import { expect, test } from 'vitest';\ntest.only('a', () => {\n  expect(1).toBe(1);\n});\n`,
    'vitest(no-focused-tests)',
  ],
])('lint refuses %s', (...row) => {
  const [, path, text, rule] = row;
  expect(reported(path, text)).toContain(rule);
});

test('lint accepts a component of 110 lines and a test without length', () => {
  expect(reported('apps/web/src/a.tsx', long(110))).toEqual([]);
});
