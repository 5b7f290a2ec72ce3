import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readReport, withSecondRun, type FileReport } from './vitest-report.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-tally-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function report(passed: number, files: FileReport[] = []): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify({ numPassedTests: passed, numPendingTests: 0, testResults: files }));
  return path;
}

const broken: FileReport = { name: 'a.test.ts', status: 'failed', assertionResults: [] };
const half: FileReport = {
  name: 'b.test.ts',
  status: 'failed',
  assertionResults: [
    { status: 'failed', fullName: 'menus close' },
    { status: 'passed', fullName: 'menus open' },
  ],
};

test('a run without a report counts as one failure', async () => {
  expect(await readReport(join(folder, 'missing.json'), 1)).toEqual({ passed: 0, failed: 1, failedFiles: [] });
});

test('a run in which nothing was tested counts as one failure', async () => {
  expect(await readReport(report(0), 0)).toEqual({ passed: 0, failed: 1, failedFiles: [] });
});

test('a file that does not load counts as a failure beside the tests that ran', async () => {
  expect(await readReport(report(5, [broken, half]), 1)).toEqual({ passed: 5, failed: 2, failedFiles: [broken, half] });
});

test('an unhandled error without a failed test counts as a failure, of no file that could run again', async () => {
  expect(await readReport(report(5), 1)).toEqual({ passed: 5, failed: 1, failedFiles: [] });
  expect(await readReport(report(5), 0)).toEqual({ passed: 5, failed: 0, failedFiles: [] });
});

test('counts what failed as it was in its second run, nothing twice, and names what was unsteady', async () => {
  const first = await readReport(report(5, [broken, half]), 1);
  const unsteady = ['a.test.ts: the file as a whole', 'b.test.ts: menus close'];
  expect(withSecondRun(first, { passed: 6, failed: 0, failedFiles: [] })).toEqual({ passed: 10, failed: 0, unsteady });
  expect(withSecondRun(first, { passed: 1, failed: 2, failedFiles: [broken, half] })).toEqual({ passed: 5, failed: 2, unsteady: [] });
});
