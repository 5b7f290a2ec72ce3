import { expect, it } from 'vitest';
import { answerCommand, forwardTo, type CommandHandlers } from './command-handlers.ts';

const asked: unknown[][] = [];
const target = {
  request: async (...ask: unknown[]) => {
    asked.push(ask);
    return { found: 1 };
  },
};
const handlers = forwardTo(target, ['analysis.status', 'export.cancel']) as CommandHandlers;

it('refuses what is no command, also names that every object has', async () => {
  for (const command of ['camera.explode', 'toString', '__proto__'])
    await expect(answerCommand(handlers, command, { body: {}, timeoutMs: 1 })).rejects.toMatchObject({
      code: 'bad_request',
    });
});

it('refuses input that the command does not have, before anybody is asked', async () => {
  await expect(answerCommand(handlers, 'export.cancel', { body: { exportId: 7 }, timeoutMs: 1 })).rejects.toMatchObject(
    {
      code: 'validation_failed',
    },
  );
  expect(asked).toEqual([]);
});

it('asks whoever owns the command, with what was checked and the time that is left', async () => {
  const body = { exportId: '0198c000-0000-7000-8000-00000000000a', more: 'of a newer server' };
  expect(await answerCommand(handlers, 'export.cancel', { body, timeoutMs: 5_000 })).toEqual({ found: 1 });
  expect(asked).toEqual([['export.cancel', { exportId: body.exportId }, 5_000]]);
});
