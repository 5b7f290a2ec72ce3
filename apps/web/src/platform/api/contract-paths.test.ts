import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { contractPaths, contractPathsOf } from '../../../build/contract-paths.ts';

const contracts = resolve(import.meta.dirname, '../../../../../packages/contracts/src');

const load = (path: string): Promise<{ code: string } | null> => {
  const { load: hook } = contractPaths() as unknown as { load: (path: string) => Promise<{ code: string } | null> };
  return hook(path);
};

test('leaves modules alone that are no calls', async () => {
  expect(await load(join(contracts, 'cameras/camera.ts'))).toBeNull();
  expect(await load('/somewhere/else/cameras.api.ts')).toBeNull();
});

test('drops exports that are no calls', () => {
  expect(contractPathsOf({ publicKey: { parse: () => null }, none: {} })).toBe('');
});

test('keeps plain values, such as the size of a page', () => {
  expect(contractPathsOf({ pageSize: 20, marker: '</script>' })).toBe(
    'export const pageSize = 20;\nexport const marker = "</script>";',
  );
});

test('keeps method and path of a call and nothing else', () => {
  const code = contractPathsOf({
    things: {
      list: { method: 'GET', path: '/api/v1/things', permission: 'CameraView', output: { parse: () => null } },
    },
  });
  expect(code).toBe('export const things = {"list":{"method":"GET","path":"/api/v1/things"}};');
});

test('brings neither schemas nor permissions of any contract into the browser', async () => {
  const files = readdirSync(contracts, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.api.ts'),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const loaded = await load(join(contracts, file));
    expect(loaded?.code).toContain('"method"');
    expect(loaded?.code).not.toMatch(/zod|"(permission|summary|output|body|query|params)":|^import /m);
  }
});
