import { expect, it } from 'vitest';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { CoreAnswers } from './core-answers.ts';

it('a question behind which something broke is asked again, and ends nothing else', async () => {
  let now = 1_000_000;
  let isBroken = false;
  let asked = 0;
  const request = (({ command }: { command: string }) => {
    asked += 1;
    if (isBroken) return Promise.reject(new Error('the database is away'));
    return Promise.resolve(
      command === 'analysis.status' ? { cameras: [] } : { cameras: [], freeBytes: 1, floorBytes: 1 },
    );
  }) as EdgeCommands['request'];
  const answers = new CoreAnswers({ edges: { request }, clock: () => now });
  const list = () => answers.of('organization', ['core']);
  expect((await list()).get('core')?.behind).toEqual([]);
  expect(asked).toBe(2);
  isBroken = true;
  now += 700_000;
  // Nobody waits for it; what was known before has become too old.
  expect((await list()).get('core')?.behind).toBeNull();
  await new Promise((resolve) => setImmediate(resolve));
  isBroken = false;
  now += 700_000;
  await list();
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(6);
  expect((await list()).get('core')?.behind).toEqual([]);
});
