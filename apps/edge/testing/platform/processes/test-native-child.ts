import { AppError } from '@sightline/contracts/shared/errors';
import { runNativeChild } from '../../../src/platform/processes/native-child.ts';

/** Does what it is told, badly. */
void runNativeChild(async () => {
  await Promise.resolve();
  return async (body) => {
    if (body === 'crash') process.kill(process.pid, 'SIGSEGV');
    if (body === 'hang') await new Promise(() => undefined);
    if (body === 'refuse') throw new AppError('footage_damaged');
    if (body === 'throw') throw new Error('native');
    return body === 'pid' ? process.pid : body;
  };
});
