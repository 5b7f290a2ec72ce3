import type { Command } from './command-line.ts';
import { exitCodes } from './exit-codes.ts';
import { runTests } from './test.ts';

const testCommand: Command = {
  name: 'test',
  summary: 'run every check and test; the last line is "N passed, N failed"',
  operands: '[file filter...]',
  details: 'With file filters alone only the unit and integration tests whose path matches are run.',
  options: { only: { type: 'string', value: 'STEPS', help: 'only these steps, comma separated: types, types-web, lint, arch, unit, web, e2e' } },
  run: async ({ values, operands }) => {
    const only = values['only'];
    const passed = await runTests({ ...(typeof only === 'string' ? { only } : {}), filters: operands });
    return passed ? exitCodes.ok : exitCodes.failed;
  },
};

export const commands: Command[] = [testCommand];
