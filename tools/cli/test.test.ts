import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTally } from './test.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-tally-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function report(passed: number, failed: number, files: { status: string; assertionResults: { status: string }[] }[] = []): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 0, testResults: files }));
  return path;
}

test('a run without a report counts as one failure', async () => {
  expect(await readTally(join(folder, 'missing.json'), 1)).toEqual({ passed: 0, failed: 1 });
});

test('a run in which nothing was tested counts as one failure', async () => {
  expect(await readTally(report(0, 0), 0)).toEqual({ passed: 0, failed: 1 });
});

test('a file that does not load counts as a failure beside the tests that ran', async () => {
  const broken = { status: 'failed', assertionResults: [] };
  const failedTest = { status: 'failed', assertionResults: [{ status: 'failed' }] };
  expect(await readTally(report(5, 1, [broken, failedTest]), 1)).toEqual({ passed: 5, failed: 2 });
});

test('an unhandled error without a failed test counts as a failure', async () => {
  expect(await readTally(report(5, 0), 1)).toEqual({ passed: 5, failed: 1 });
  expect(await readTally(report(5, 0), 0)).toEqual({ passed: 5, failed: 0 });
});
