import { expect, test } from 'vitest';
import { isCode, unchangedWorkspaces, workspacesOf } from './quick-files.ts';

test('files belong to the workspace whose tests know them', () => {
  const files = ['apps/server/src/app/server.ts', 'apps/server/src/x.ts', 'packages/media/src/a.ts', 'tools/cli/x.ts'];
  expect(workspacesOf([...files, 'README.md', 'e2e/specs/a.spec.ts'])).toEqual([
    'apps/server',
    'packages/media',
    'tools',
  ]);
});

test('a workspace is unchanged when none of its files changed', () => {
  const files = ['apps/server/src/a.ts', 'apps/web/src/a.ts', 'apps/web/src/b.ts', 'tools/cli/x.ts', 'README.md'];
  expect(unchangedWorkspaces(files, ['apps/web/src/b.ts'])).toEqual(['apps/server', 'tools']);
});

test('documents and pictures are no code', () => {
  expect(['docs/a.md', 'apps/web/public/a.svg', 'e2e/specs/a.spec.ts', 'apps/web/src/a.tsx'].filter(isCode)).toEqual([
    'apps/web/src/a.tsx',
  ]);
});
