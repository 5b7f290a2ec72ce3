import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { docstrings } from './docstrings.ts';

const found = async (path: string, text: string) => {
  using tree = fixtureTree({ [path]: text });
  return (await docstrings.run(tree)).map((finding) => finding.at);
};

test.each([
  'packages/contracts/src/cameras/camera.ts',
  'packages/domain/src/status.ts',
  'packages/media/src/nal.ts',
  'apps/server/src/features/cameras/cameras.public.ts',
  'apps/server/src/features/cameras/cameras.service.ts',
  'apps/edge/src/drivers/source-driver.ts',
])('refuses a public export without a docstring in %s', async (path) => {
  expect(await found(path, `// héading\nexport const a = () => 1;\n`)).toEqual([`${path}:2`]);
});

test('accepts documented exports, private parts and what speaks for itself', async () => {
  const text = [
    '/** Doubles. */',
    'export const twice = (a: number) => a * 2;',
    'const inner = 1;',
    `export const kind = z.enum(['a', 'b']);`,
    'export type Kind = z.infer<typeof kind>;',
    'export const idleMs = 10_000;',
    'export interface Options {\n  /** Ticks of 1/90,000 s. */\n  at: number;\n}',
    'export const camerasCalls = { list: inner };',
  ].join('\n');
  expect(await found('packages/domain/src/a.ts', text)).toEqual([]);
});

test('asks nothing of rooms whose exports are private', async () => {
  expect(await found('apps/web/src/features/cameras/page.tsx', 'export const Page = () => 1;\n')).toEqual([]);
});
