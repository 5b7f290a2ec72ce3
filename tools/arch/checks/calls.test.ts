import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { calls, tenantExamplesPath } from './calls.ts';

const cameraExamples = `${tenantExamplesPath}cameras.ts`;

const shared = {
  'packages/contracts/src/shared/errors.ts': 'export const errorCatalogue = { not_found: 1, core_offline: 1 };\n',
  'packages/contracts/src/shared/permissions.ts': `export const permissions = { CameraView: 'location' };\n`,
};

const api = (fields: string): string =>
  `export const camerasCalls = {\n  list: { method: 'GET', path: '/api/v1/cameras', permission: 'CameraView', summary: 'Lists.'${fields} },\n};\n`;

const routes = `import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';\nexport const mount = (app) => mountCalls(app, camerasCalls, {});\n`;
const examples = 'export const tenantExamples = { cameras: { list: () => ({}) } };\n';

const whole: Record<string, string> = {
  ...shared,
  'packages/contracts/src/cameras/cameras.api.ts': api(''),
  'apps/server/src/features/cameras/cameras.routes.ts': routes,
  [cameraExamples]: examples,
};

const found = async (files: Record<string, string | undefined>) => {
  const merged = Object.entries({ ...whole, ...files }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  using tree = fixtureTree(Object.fromEntries(merged));
  return (await calls.run(tree)).map((finding) => `${finding.at} ${finding.say}`);
};

const contract = 'packages/contracts/src/cameras/cameras.api.ts';

test('refuses a call without a permission', async () => {
  const [first, ...rest] = await found({ [contract]: api('').replace(`permission: 'CameraView', `, '') });
  expect(first).toContain(`${contract}:2 cameras.list has no permission`);
  expect(rest).toEqual([]);
});

test('refuses a call without a tenant test', async () => {
  expect(
    await found({ [cameraExamples]: 'export const tenantExamples = { cameras: { get: 1 }, list: 2 };\n' }),
  ).toEqual([expect.stringContaining('cameras.list has no tenant test')]);
  expect(await found({ [cameraExamples]: undefined })).toHaveLength(1);
});

test('refuses a call that no route serves', async () => {
  expect(
    await found({ 'apps/server/src/features/cameras/cameras.routes.ts': 'export const mount = () => 1;\n' }),
  ).toEqual([expect.stringContaining('Mount camerasCalls')]);
});

test.each([
  ['an unknown permission', api('').replace('CameraView', 'CameraSee'), 'unknown permission CameraSee'],
  ['a path outside of the API', api('').replace('/api/v1/', '/api/'), '/api/v1/'],
  ['an error that is not in the catalogue', api(`, errors: ['not_found', 'gone']`), 'answers gone'],
  ['a call without a summary', api('').replace(`summary: 'Lists.'`, `summary: ''`), 'no summary'],
])('refuses %s', async (_what, text, said) => {
  expect(await found({ [contract]: text })).toEqual([expect.stringContaining(said)]);
});

test('refuses two calls at one address', async () => {
  const second = `export const sitesCalls = {\n  list: { method: 'GET', path: '/api/v1/cameras', permission: 'member', summary: 'Lists.' },\n};\n`;
  const all = await found({ 'packages/contracts/src/sites/sites.api.ts': second });
  expect(all.at(-1)).toContain('sites.list has the same address as cameras.list');
});

test.each([
  examples,
  `export const tenantExamples = { 'cameras.list': () => ({}) };\n`,
  'const list = 1;\nexport const a = { camerasCalls: { list } };\n',
])('accepts a whole contract, however the example is written', async (text) => {
  expect(await found({ [cameraExamples]: text })).toEqual([]);
});
