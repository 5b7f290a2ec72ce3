import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout, installedProgram } from './checkout.ts';
import { UsageError } from './exit-codes.ts';
import { findBrowser } from './find-browser.ts';
import { runProgram } from './run-program.ts';
import { buildWeb } from './web-build.ts';

/** How many tests of a step passed and failed; a plain check counts as one test. */
export type Tally = { passed: number; failed: number };

/** All of it has 25 minutes on two cores; a run that hangs must not take them all. */
const vitestLimitMs = 15 * 60_000;

type Step = { name: string; title: string; run: (filters: string[]) => Promise<Tally> };

const steps: Step[] = [
  { name: 'types', title: 'type check', run: () => check(installedProgram('tsc'), ['-p', 'tsconfig.json']) },
  { name: 'types-web', title: 'type check of the web app', run: () => check(installedProgram('tsc'), ['-p', 'apps/web/tsconfig.json']) },
  { name: 'lint', title: 'lint', run: () => check(installedProgram('oxlint'), ['-c', 'tools/config/oxlint.json', '--deny-warnings']) },
  { name: 'arch', title: 'rules of the house', run: () => check(process.execPath, ['tools/arch/main.ts']) },
  { name: 'web', title: 'web build', run: runWebBuild },
  { name: 'unit', title: 'unit and integration tests', run: (filters) => runVitest(filters, {}) },
  { name: 'journeys', title: 'journeys in a browser', run: (filters) => runEndToEnd('e2e/journeys.config.ts', filters) },
  { name: 'e2e', title: 'footage end to end in a browser', run: (filters) => runEndToEnd('e2e/footage.config.ts', filters) },
];

const stepNames = steps.map((step) => step.name).join(', ');

/** Runs the steps and prints `N passed, N failed` as the last line. Returns whether everything passed. */
export async function runTests(options: { only?: string; filters: string[] }): Promise<boolean> {
  const chosen = chooseSteps(options);
  const total: Tally = { passed: 0, failed: 0 };
  for (const [index, step] of chosen.entries()) {
    console.log(`\n== ${step.title} (${index + 1} of ${chosen.length}: ${step.name})`);
    const startedAtMs = performance.now();
    const tally = await step.run(options.filters);
    total.passed += tally.passed;
    total.failed += tally.failed;
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
    console.log(`== ${step.name}: ${tally.failed === 0 ? 'ok' : 'FAILED'}, ${tally.passed} passed, ${tally.failed} failed, ${seconds} s`);
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0;
}

function chooseSteps(options: { only?: string; filters: string[] }): Step[] {
  if (options.only === undefined) return options.filters.length > 0 ? steps.filter((step) => step.name === 'unit') : steps;
  const wanted = options.only.split(',');
  const unknown = wanted.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) throw new UsageError(`there is no step "${unknown}"; the steps are ${stepNames}`);
  return steps.filter((step) => wanted.includes(step.name));
}

async function check(program: string, args: string[]): Promise<Tally> {
  const { code } = await runProgram(program, args, { cwd: checkout, output: 'show' });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function runWebBuild(): Promise<Tally> {
  try {
    await buildWeb('show');
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1 };
  }
}

async function runEndToEnd(config: string, filters: string[]): Promise<Tally> {
  const browser = await findBrowser((line) => console.log(line));
  if (browser.path === undefined) {
    console.log(browser.reason);
    return { passed: 0, failed: 1 };
  }
  console.log(`browser: ${browser.path}`);
  return runVitest(['--config', config, ...filters], { SIGHTLINE_CHROMIUM: browser.path });
}

async function runVitest(args: string[], env: Record<string, string>): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-report-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const { code } = await runProgram(installedProgram('vitest'), ['run', ...args, ...reporters], { env, output: 'show', limitMs: vitestLimitMs });
    return await readTally(report, code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** vitest may fail without a failed test (a file that does not load, an unhandled error): that counts as one failure. */
export async function readTally(report: string, code: number): Promise<Tally> {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const result = JSON.parse(await readFile(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    testResults: { status: string; assertionResults: { status: string }[] }[];
  };
  const brokenFiles = result.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'));
  let failed = result.numFailedTests + brokenFiles.length;
  if (failed === 0 && (code !== 0 || result.numPassedTests === 0)) failed = 1;
  if (result.numPendingTests > 0) console.log(`${result.numPendingTests} tests were skipped; each says why`);
  return { passed: result.numPassedTests, failed };
}
