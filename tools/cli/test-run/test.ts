import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout, installedProgram } from '../checkout.ts';
import { UsageError } from '../exit-codes.ts';
import { findBrowser } from '../browser/find-browser.ts';
import { findLightBrowser } from '../browser/light-browser.ts';
import { runProgram } from '../programs/run-program.ts';
import { eachVariable, reportVariable } from './tally-reporter.ts';
import { allFiles, changedFiles, isCode, unchangedWorkspaces, workspacesOf } from './quick-files.ts';
import { beginChecks, checks, type CheckResult } from './checks.ts';
import { ledgerAfter, readLedger, unforgiven, writeLedger } from './unsteady-ledger.ts';
import { costLines, readReport, withSecondRun, type RunReport, type Tally } from './vitest-report.ts';
import { buildWeb } from '../web-build.ts';

/** All of it has 45 minutes on two cores; a step that hangs must not take them all. */
const vitestLimitMs = 35 * 60_000;

/** More failed files than these are no slow moment. */
const maxSecondRuns = 8;

/** A step without `run` is a check of that name. */
type Step = { name: string; title: string; run?: (filters: string[]) => Promise<Tally> };

const steps: Step[] = [
  ...checks.map(({ name, title }) => ({ name, title })),
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

/** What fits into a minute and a half while one works: the checks, then tests that know what changed. */
const quickSteps: Step[] = [
  ...checks.map(({ name, title }) => ({ name, title })),
  { name: 'changed', title: 'tests of what changed', run: runChanged },
];
const quickTestsMs = 55_000;

const stepNames = steps.map((step) => step.name).join(', ');

/** Beside the run that is written of; committed with what changed. */
const ledgerPath = join(checkout, '.ci/unsteady.json');

/** Runs the steps and prints `N passed, N failed` as the last line. Returns whether everything passed. */
export async function runTests(options: { only?: string; quick?: boolean; filters: string[] }): Promise<boolean> {
  const chosen = options.quick === true ? quickSteps : chooseSteps(options);
  const begun = performance.now();
  const chosenChecks = checks.filter(({ name }) => chosen.some((step) => step.name === name));
  const ends = beginChecks(chosenChecks);
  const tallies: Tally[] = [];
  for (const [index, step] of chosen.entries()) {
    console.log(`\n== ${step.title} (${index + 1} of ${chosen.length}: ${step.name})`);
    const startedAtMs = performance.now();
    const checked = await ends[chosenChecks.findIndex(({ name }) => name === step.name)];
    const tally = checked ? tallyOf(checked) : ((await step.run?.(options.filters)) ?? nothing);
    tallies.push(tally.failed === 0 ? tally : { ...tally, failures: tally.failures ?? [`${step.name}: see above`] });
    if (tally.costs && tally.costs.length > 1) for (const line of costLines(tally.costs)) console.log(line);
    const seconds = secondsOf(checked?.ms ?? performance.now() - startedAtMs);
    console.log(
      `== ${step.name}: ${tally.failed === 0 ? 'ok' : 'FAILED'}, ${tally.passed} passed, ${tally.failed} failed, ${seconds} s`,
    );
  }
  console.log(`\nall of it took ${secondsOf(performance.now() - begun)} s`);
  return notify(tallies);
}

/** What came of all steps, last, where whoever reads only the end finds it. */
function notify(tallies: readonly Tally[]): boolean {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const forgiven = noteUnsteady(tallies);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0) + forgiven.length;
  const costs = tallies.flatMap((tally) => tally.costs ?? []);
  if (costs.length > 0) for (const line of costLines(costs)) console.log(line);
  for (const unsteady of tallies.flatMap((tally) => tally.unsteady ?? []))
    console.log(`\nUNSTEADY, passed the second time: ${unsteady}`);
  const failures = tallies.filter((tally) => tally.failed > 0).flatMap((tally) => tally.failures ?? []);
  for (const failure of [...failures, ...forgiven]) console.log(`\nFAILED: ${failure}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0;
}

/** Counts what was unsteady, and answers what is not forgiven any more. */
function noteUnsteady(tallies: readonly Tally[]): string[] {
  const ran = tallies.flatMap(({ costs = [] }) => costs.map(({ file }) => file));
  const before = readLedger(ledgerPath);
  const after = ledgerAfter(before, { ran, unsteady: tallies.flatMap(({ unsteadyFiles = [] }) => unsteadyFiles) });
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    writeLedger(ledgerPath, after);
    console.log('.ci/unsteady.json changed: commit it, because a fresh clone knows only what is committed');
  }
  for (const [file, times] of Object.entries(after)) console.log(`unsteady ${String(times)} in a row: ${file}`);
  return unforgiven(after)
    .filter((file) => ran.includes(file))
    .map((file) => `${file}: passed only the second time, three runs in a row; see .ci/unsteady.json`);
}

function chooseSteps(options: { only?: string; filters: string[] }): Step[] {
  if (options.only === undefined) return steps.filter((step) => options.filters.length === 0 || step.name === 'unit');
  const wanted = options.only.split(',');
  const unknown = wanted.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) throw new UsageError(`there is no step "${unknown}"; the steps are ${stepNames}`);
  return steps.filter((step) => wanted.includes(step.name));
}

const nothing: Tally = { passed: 0, failed: 0 };
const secondsOf = (ms: number): string => (ms / 1000).toFixed(1);

/** Says what a check said, as if it had run alone. */
function tallyOf({ isRight, output }: CheckResult): Tally {
  process.stdout.write(output);
  return isRight ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Tests of the workspaces in which something changed, as far as they load what changed. Says so when there was no time for all. */
async function runChanged(): Promise<Tally> {
  const changed = (await changedFiles()).filter((file) => isCode(file) && workspacesOf([file]).length > 0);
  if (changed.length === 0) {
    console.log('nothing changed that tests could know of');
    return nothing;
  }
  const without = unchangedWorkspaces(await allFiles(), changed).flatMap((folder) => ['--exclude', `${folder}/**`]);
  const tally = await runOnce(['related', '--run', ...changed, ...without], { [eachVariable]: '1' }, quickTestsMs);
  if (tally.costs?.length === 0) {
    console.log('no test loads what changed');
    return nothing;
  }
  const isCut = tally.isPartial === true || tally.failures.some((words) => words.endsWith('and no report'));
  if (isCut) console.log(`\nnot all ended within ${String(quickTestsMs / 1000)} s; ./sightline test runs everything`);
  return isCut && tally.failedFiles.length === 0 ? { ...tally, failed: 0 } : tally;
}

async function runWebBuild(): Promise<Tally> {
  try {
    await buildWeb('show', { isStrict: true });
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
  if (first.failedFiles.length === 0 || first.failedFiles.length > maxSecondRuns) return first;
  const names = first.failedFiles.map((file) => file.name);
  console.log(`\nonce more, alone: ${names.join(', ')}`);
  const second = await runOnce([...args, '--no-file-parallelism', ...names], env);
  return withSecondRun(first, second);
}

async function runOnce(args: string[], env: Record<string, string>, limitMs = vitestLimitMs): Promise<RunReport> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-report-'));
  const report = join(folder, 'report.json');
  // A line for each file, and all words of what fails: what passes says nothing, so that nobody takes its words for a failure.
  const reporters = [
    '--reporter=default',
    '--reporter=tools/cli/test-run/tally-reporter.ts',
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
    const command = args[0] === 'related' ? args : ['run', ...args];
    const { code } = await runProgram(installedProgram('vitest'), [...command, ...reporters], {
      env: cached,
      output: 'show',
      limitMs,
    });
    return await readReport(report, code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
