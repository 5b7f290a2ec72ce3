import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout, installedProgram } from './checkout.ts';
import { UsageError } from './exit-codes.ts';
import { findBrowser } from './find-browser.ts';
import { findLightBrowser } from './light-browser.ts';
import { runProgram } from './run-program.ts';
import { reportVariable } from './tally-reporter.ts';
import { readReport, withSecondRun, type RunReport, type Tally } from './vitest-report.ts';
import { buildWeb } from './web-build.ts';

/** All of it has 45 minutes on two cores; a step that hangs must not take them all. */
const vitestLimitMs = 25 * 60_000;

/** More failed files than these are no slow moment. */
const mostSecondRuns = 8;

type Step = { name: string; title: string; run: (filters: string[]) => Promise<Tally> };

const steps: Step[] = [
  { name: 'types', title: 'type check', run: () => check(installedProgram('tsc'), ['-p', 'tsconfig.json']) },
  {
    name: 'types-web',
    title: 'type check of the web app',
    run: () => check(installedProgram('tsc'), ['-p', 'apps/web/tsconfig.json']),
  },
  {
    name: 'lint',
    title: 'lint',
    run: () => check(installedProgram('oxlint'), ['-c', 'tools/config/oxlint.json', '--deny-warnings']),
  },
  { name: 'arch', title: 'rules of the house', run: () => check(process.execPath, ['tools/arch/main.ts']) },
  { name: 'web', title: 'web build', run: runWebBuild },
  { name: 'unit', title: 'unit and integration tests', run: (filters) => runVitest([], {}, filters) },
  {
    name: 'journeys',
    title: 'journeys in a browser',
    run: (filters) => runEndToEnd('e2e/journeys.config.ts', filters),
  },
  {
    name: 'e2e',
    title: 'footage end to end in a browser',
    run: (filters) => runEndToEnd('e2e/footage.config.ts', filters),
  },
  { name: 'long', title: 'long journeys in a browser', run: (filters) => runEndToEnd('e2e/long.config.ts', filters) },
];

const stepNames = steps.map((step) => step.name).join(', ');

/** Runs the steps and prints `N passed, N failed` as the last line. Returns whether everything passed. */
export async function runTests(options: { only?: string; filters: string[] }): Promise<boolean> {
  const chosen = chooseSteps(options);
  const total: Required<Tally> = { passed: 0, failed: 0, unsteady: [], failures: [] };
  for (const [index, step] of chosen.entries()) {
    console.log(`\n== ${step.title} (${index + 1} of ${chosen.length}: ${step.name})`);
    const startedAtMs = performance.now();
    const tally = await step.run(options.filters);
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.unsteady.push(...(tally.unsteady ?? []));
    if (tally.failed > 0) total.failures.push(...(tally.failures ?? [`${step.name}: see above`]));
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
    console.log(
      `== ${step.name}: ${tally.failed === 0 ? 'ok' : 'FAILED'}, ${tally.passed} passed, ${tally.failed} failed, ${seconds} s`,
    );
  }
  // Last, where whoever reads only the end finds it.
  for (const unsteady of total.unsteady) console.log(`\nUNSTEADY, passed the second time: ${unsteady}`);
  for (const failure of total.failures) console.log(`\nFAILED: ${failure}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0;
}

function chooseSteps(options: { only?: string; filters: string[] }): Step[] {
  if (options.only === undefined) return steps.filter((step) => options.filters.length === 0 || step.name === 'unit');
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
  const light = await findLightBrowser((line) => console.log(line));
  console.log(`browser: ${browser.path}${light === undefined ? '' : `, without windows: ${light}`}`);
  return runVitest(
    ['--config', config],
    { SIGHTLINE_CHROMIUM: browser.path, ...(light !== undefined && { SIGHTLINE_HEADLESS_SHELL: light }) },
    filters,
  );
}

/**
 * Runs tests; files in which something failed run once more, alone. What fails again is red; what then passes is named as unsteady:
 * one slow moment of a shared machine must not hide whether the product is right, and must not be hidden either.
 */
async function runVitest(args: string[], env: Record<string, string>, files: string[] = []): Promise<Tally> {
  const first = await runOnce([...args, ...files], env);
  if (first.failedFiles.length === 0 || first.failedFiles.length > mostSecondRuns) return first;
  const names = first.failedFiles.map((file) => file.name);
  console.log(`\nonce more, alone: ${names.join(', ')}`);
  const second = await runOnce([...args, '--no-file-parallelism', ...names], env);
  return withSecondRun(first, second);
}

async function runOnce(args: string[], env: Record<string, string>): Promise<RunReport> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-report-'));
  const report = join(folder, 'report.json');
  // A line for each file, and all words of what fails: what passes says nothing, so that nobody takes its words for a failure.
  const reporters = [
    '--reporter=default',
    '--reporter=tools/cli/tally-reporter.ts',
    '--silent=passed-only',
    `--slowTestThreshold=${vitestLimitMs}`,
  ];
  try {
    // Servers and cores that tests start again and again need not be compiled again: half of what a start takes.
    const cached = {
      NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/sightline/compiled'),
      [reportVariable]: report,
      ...env,
    };
    const { code } = await runProgram(installedProgram('vitest'), ['run', ...args, ...reporters], {
      env: cached,
      output: 'show',
      limitMs: vitestLimitMs,
    });
    return await readReport(report, code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
