import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { checkout } from '../checkout.ts';

/** How many tests of a step passed and failed; a plain check counts as one test. */
export type Tally = {
  passed: number;
  failed: number;
  /** What passed only the second time, and why not the first. */
  unsteady?: string[];
  /** What failed, with the words of its errors. */
  failures?: string[];
  /** Paths of the files that passed only the second time. */
  unsteadyFiles?: string[];
  /** What each file took, as it was the first time. */
  costs?: FileCost[];
};

/** What a file of tests took of a worker, ms. */
export type FileCost = { file: string; ms: number };

/** One file of tests as the tally reporter tells of it; `errors` are of the file as a whole (it does not load, a set-up fails). */
export type FileReport = { name: string; failed: boolean; ms?: number; tests: TestReport[]; errors: string[] };
type TestReport = { title: string; state: 'passed' | 'failed' | 'skipped' | 'pending'; errors: string[] };

/** What the tally reporter writes. An error that no test caught names the file that caused it, where vitest knows. */
export type VitestReport = { files: FileReport[]; unhandled: { file?: string; words: string }[]; isPartial?: boolean };

/** What a run of vitest tells: its count, and the files in which something failed. */
export type RunReport = Tally & { failures: string[]; failedFiles: FileReport[]; isPartial?: boolean };

/** Of an error, for people: what it says and where it began. */
const maxLines = 14;

const countOf = (file: FileReport, state: TestReport['state']): number =>
  file.tests.filter((test) => test.state === state).length;

/** Failed tests of a file; one that does not load, or whose set-up fails, counts as one failure. */
const failedIn = (file: FileReport): number => Math.max(1, countOf(file, 'failed'));

/** vitest may fail without a failed test (an error that no test caught, no report, nothing tested): that counts as one failure. */
export async function readReport(report: string, code: number): Promise<RunReport> {
  if (!existsSync(report))
    return { passed: 0, failed: 1, failures: [`vitest ended with ${code} and no report`], failedFiles: [] };
  const { files, unhandled, isPartial = false } = JSON.parse(await readFile(report, 'utf8')) as VitestReport;
  const told = files.map((file) => withUnhandled(file, unhandled));
  const failedFiles = told.filter((file) => file.failed);
  const passed = told.reduce((sum, file) => sum + countOf(file, 'passed'), 0);
  const skipped = told.reduce((sum, file) => sum + countOf(file, 'skipped') + countOf(file, 'pending'), 0);
  if (skipped > 0) console.log(`${skipped} tests were skipped; each says why`);
  const failures = failedFiles.flatMap(failuresOf);
  const homeless = unhandled
    .filter(({ file }) => !files.some(({ name }) => name === file))
    .map(({ words }) => `of no file: ${shortened(words)}`);
  if (!isPartial && failures.length + homeless.length === 0 && (code !== 0 || passed === 0))
    homeless.push(`vitest ended with ${code}, and no test failed`);
  const failed = failedFiles.reduce((sum, file) => sum + failedIn(file), 0) + Math.min(1, homeless.length);
  const costs = files.map(({ name, ms = 0 }) => ({ file: relative(checkout, name), ms }));
  return { passed, failed, failures: [...failures, ...homeless], failedFiles, costs, ...(isPartial && { isPartial }) };
}

function withUnhandled(file: FileReport, unhandled: VitestReport['unhandled']): FileReport {
  const own = unhandled.filter((error) => error.file === file.name).map(({ words }) => words);
  return own.length === 0 ? file : { ...file, failed: true, errors: [...file.errors, ...own] };
}

/** What failed in a file, for people. */
function failuresOf(file: FileReport): string[] {
  const name = relative(checkout, file.name);
  const failed = file.tests
    .filter((test) => test.state === 'failed')
    .map((test) => `${name}: ${test.title}\n${shortened(test.errors.join('\n'))}`);
  const whole = file.errors.map((words) => `${name}: the file as a whole\n${shortened(words)}`);
  return failed.length + whole.length > 0 ? [...failed, ...whole] : [`${name}: the file as a whole`];
}

const shortened = (words: string): string => words.split('\n').slice(0, maxLines).join('\n');

/** The first run with its failed files counted as they were in their second run. */
export function withSecondRun(first: RunReport, second: RunReport): RunReport {
  const failedAgain = new Set(second.failedFiles.map((file) => file.name));
  const steadyAgain = first.failedFiles.filter(({ name }) => !failedAgain.has(name));
  const unsteady = steadyAgain.flatMap(failuresOf);
  const passedBefore = first.failedFiles.reduce((sum, file) => sum + countOf(file, 'passed'), 0);
  const failedBefore = first.failedFiles.reduce((sum, file) => sum + failedIn(file), 0);
  return {
    passed: first.passed - passedBefore + second.passed,
    // What failed in no file of its own is not made good by running files again.
    failed: first.failed - failedBefore + second.failed,
    unsteady,
    unsteadyFiles: steadyAgain.map(({ name }) => relative(checkout, name)),
    costs: first.costs ?? [],
    failures: [
      ...first.failures.filter((failure) => !first.failedFiles.flatMap(failuresOf).includes(failure)),
      ...second.failures,
    ],
    failedFiles: second.failedFiles,
  };
}

/** Lines that tell what a run cost: all of it, and the dearest files. */
export function costLines(costs: readonly FileCost[], shown = 10): string[] {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(7);
  const total = costs.reduce((sum, { ms }) => sum + ms, 0);
  const dearest = costs.toSorted((a, b) => b.ms - a.ms).slice(0, shown);
  return [
    `${seconds(total)} s of workers in ${String(costs.length)} files; the dearest:`,
    ...dearest.map(({ file, ms }) => `${seconds(ms)} s  ${file}`),
  ];
}
