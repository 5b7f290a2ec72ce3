import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** How many tests of a step passed and failed; a plain check counts as one test. `unsteady` names what passed only the second time. */
export type Tally = { passed: number; failed: number; unsteady?: string[] };

/** One file of tests as vitest reports it. */
export type FileReport = { name: string; status: string; assertionResults: { status: string; fullName?: string }[] };

/** What a run of vitest tells: its count, and the files in which something failed. */
export type RunReport = Tally & { failedFiles: FileReport[] };

const passedIn = (file: FileReport): number => file.assertionResults.filter((one) => one.status === 'passed').length;

/** Failed tests of a file; one that does not load, or whose set-up fails, counts as one failure. */
const failedIn = (file: FileReport): number => Math.max(1, file.assertionResults.filter((one) => one.status === 'failed').length);

/** vitest may fail without a failed test (an unhandled error, no report, nothing tested): that counts as one failure of no file. */
export async function readReport(report: string, code: number): Promise<RunReport> {
  if (!existsSync(report)) return { passed: 0, failed: 1, failedFiles: [] };
  const result = JSON.parse(await readFile(report, 'utf8')) as { numPassedTests: number; numPendingTests: number; testResults: FileReport[] };
  const failedFiles = result.testResults.filter((file) => file.status === 'failed');
  let failed = failedFiles.reduce((sum, file) => sum + failedIn(file), 0);
  if (failed === 0 && (code !== 0 || result.numPassedTests === 0)) failed = 1;
  if (result.numPendingTests > 0) console.log(`${result.numPendingTests} tests were skipped; each says why`);
  return { passed: result.numPassedTests, failed, failedFiles };
}

/** Names of what failed, for people. */
const failedNames = (file: FileReport): string[] => {
  const names = file.assertionResults.filter((one) => one.status === 'failed').map((one) => one.fullName ?? '');
  return names.length > 0 ? names : ['the file as a whole'];
};

/** The first run with its failed files counted as they were in their second run. */
export function withSecondRun(first: RunReport, second: RunReport): Tally {
  const failedAgain = new Set(second.failedFiles.map((file) => file.name));
  const unsteady = first.failedFiles.filter(({ name }) => !failedAgain.has(name)).flatMap((file) => failedNames(file).map((title) => `${file.name}: ${title}`));
  return { passed: first.passed - first.failedFiles.reduce((sum, file) => sum + passedIn(file), 0) + second.passed, failed: second.failed, unsteady };
}
