import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { names } from './names.ts';

const found = async (...paths: string[]) => {
  using tree = fixtureTree(Object.fromEntries(paths.map((path) => [path, ''])));
  return (await names.run(tree)).map((finding) => finding.at);
};

test.each(['types.ts', 'utils.ts', 'helpers.ts', 'constants.ts', 'index.ts', 'index.tsx'])(
  'refuses the drawer %s',
  async (name) => {
    expect(await found(`apps/web/src/platform/${name}`)).toEqual([`apps/web/src/platform/${name}`]);
  },
);

test('refuses names that are not kebab-case, of files and of folders', async () => {
  expect(await found('apps/web/src/CameraPage.tsx', 'tools/someFolder/a.ts', 'docs/My Guide.md')).toHaveLength(3);
});

test('refuses a feature whose noun the contracts do not know', async () => {
  expect(
    await found(
      'packages/contracts/src/cameras/camera.ts',
      'apps/server/src/features/camera/camera.service.ts',
      'apps/web/src/features/cams/page.tsx',
    ),
  ).toEqual(['apps/server/src/features/camera', 'apps/web/src/features/cams']);
});

test('refuses a role file that is not named after its noun', async () => {
  expect(
    await found('packages/contracts/src/cameras/camera.ts', 'apps/server/src/features/cameras/camera.service.ts'),
  ).toEqual(['apps/server/src/features/cameras/camera.service.ts']);
});

test('refuses what only tests load among product files', async () => {
  const helpers = [
    'apps/edge/src/drivers/a.suite.ts',
    'apps/server/src/app/test-server.ts',
    'packages/media/src/mp4/boxes.fixture.ts',
  ];
  expect(await found(...helpers, 'apps/server/src/app/server.test.ts', 'apps/server/testing/test-server.ts')).toEqual(
    helpers,
  );
});

test('accepts one noun in every room', async () => {
  expect(
    await found(
      'packages/contracts/src/cameras/cameras.api.ts',
      'apps/server/src/features/cameras/cameras.service.ts',
      'apps/server/testing/cameras/test-stream.ts',
      'apps/web/src/features/cameras/camera-page.tsx',
      'apps/server/src/migrations/0001_base.sql'.replace('_', '-'),
    ),
  ).toEqual([]);
});
