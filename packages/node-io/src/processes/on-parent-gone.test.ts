import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../testing/processes/late-listener.fixture.ts', import.meta.url));

it('ends a child whose parent went while it still loaded', async () => {
  const child = fork(program, ['late'], { execArgv: [] });
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([7, null]);
});

it('ends a child whose parent goes later', async () => {
  const child = fork(program, ['now'], { execArgv: [] });
  await once(child, 'message');
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([7, null]);
});

it('leaves a process alone that was not forked', async () => {
  const child = spawn(process.execPath, [program, 'now'], { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([0, null]);
});
