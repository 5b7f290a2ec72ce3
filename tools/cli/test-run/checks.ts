import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkout, installedProgram } from '../checkout.ts';
import { runProgram } from '../programs/run-program.ts';

/** A program that only looks: it changes nothing that another check reads, so they run beside each other. */
export type Check = { name: string; title: string; program: string; args: string[] };

/** How a check ended, and all that it said. */
export type CheckResult = { isRight: boolean; output: string; ms: number };

/**
 * What was found of files that did not change since is kept: checking all of them anew takes six times as long. With one checker, because
 * each further one reads anew what the others have read, and the other project has the other processor.
 */
const typesOf = (project: string, name: string): Pick<Check, 'program' | 'args'> => {
  const kept = join(checkout, `node_modules/.cache/sightline/${name}.tsbuildinfo`);
  return {
    program: installedProgram('tsc'),
    args: ['-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', kept],
  };
};

export const checks: readonly Check[] = [
  { name: 'types', title: 'type check', ...typesOf('tsconfig.json', 'types') },
  { name: 'types-web', title: 'type check of the web app', ...typesOf('apps/web/tsconfig.json', 'types-web') },
  {
    name: 'lint',
    title: 'lint',
    program: installedProgram('oxlint'),
    args: ['-c', 'tools/config/oxlint.json', '--deny-warnings'],
  },
  { name: 'arch', title: 'rules of the house', program: process.execPath, args: ['tools/arch/main.ts'] },
];

/** Begins them in their order, as many at a time as there are processors. Answers, in the same order, how each ends. */
export function beginChecks(
  chosen: readonly Check[],
  atOnce: number = Math.max(2, availableParallelism()),
): Promise<CheckResult>[] {
  const ends = chosen.map((check) => ({ check, ...Promise.withResolvers<CheckResult>() }));
  const waiting = ends.values();
  const work = async (): Promise<void> => {
    for (const { check, resolve, reject } of waiting) await runCheck(check).then(resolve, reject);
  };
  for (let worker = 0; worker < atOnce; worker += 1) void work();
  return ends.map(({ promise }) => promise);
}

async function runCheck({ program, args }: Check): Promise<CheckResult> {
  const startedAtMs = performance.now();
  const { code, output } = await runProgram(program, args, { output: 'collect' });
  return { isRight: code === 0, output, ms: performance.now() - startedAtMs };
}
