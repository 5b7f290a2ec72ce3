import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkout } from '../checkout.ts';
import { costLines, readReport, withSecondRun, type FileReport, type VitestReport } from './vitest-report.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-tally-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function report(passed: number, files: FileReport[] = [], unhandled: VitestReport['unhandled'] = []): string {
  const path = join(folder, 'report.json');
  const tests = Array.from({ length: passed }, () => ({ title: 'lists open', state: 'passed' as const, errors: [] }));
  const whole: VitestReport = {
    files: [{ name: '/lists.test.ts', failed: false, tests, errors: [] }, ...files],
    unhandled,
  };
  writeFileSync(path, JSON.stringify(whole));
  return path;
}

const nameOf = (name: string): string => join(checkout, name);

const broken: FileReport = { name: nameOf('a.test.ts'), failed: true, tests: [], errors: ['no such module'] };
const half: FileReport = {
  name: nameOf('b.test.ts'),
  failed: true,
  tests: [
    { title: 'menus close', state: 'failed', errors: ['expected open to be closed'] },
    { title: 'menus open', state: 'passed', errors: [] },
  ],
  errors: [],
};
const failures = [
  'a.test.ts: the file as a whole\nno such module',
  'b.test.ts: menus close\nexpected open to be closed',
];

test('a run without a report counts as one failure', async () => {
  expect(await readReport(join(folder, 'missing.json'), 1)).toEqual({
    passed: 0,
    failed: 1,
    failures: ['vitest ended with 1 and no report'],
    failedFiles: [],
  });
});

test('a run in which nothing was tested counts as one failure', async () => {
  expect(await readReport(report(0), 0)).toMatchObject({ passed: 0, failed: 1, failedFiles: [] });
});

test('a file that does not load counts as a failure beside the tests that ran', async () => {
  expect(await readReport(report(5, [broken, half]), 1)).toMatchObject({
    passed: 6,
    failed: 2,
    failures,
    failedFiles: [broken, half],
  });
});

test('an error that no test caught is a failure of the file that caused it, which can run again', async () => {
  const calm: FileReport = {
    name: nameOf('c.test.ts'),
    failed: false,
    tests: [{ title: 'waits', state: 'passed', errors: [] }],
    errors: [],
  };
  const first = await readReport(report(5, [calm], [{ file: calm.name, words: 'socket hang up' }]), 1);
  expect(first).toMatchObject({
    passed: 6,
    failed: 1,
    failures: ['c.test.ts: the file as a whole\nsocket hang up'],
    failedFiles: [{ name: calm.name }],
  });
  const second = { passed: 1, failed: 0, failures: [], failedFiles: [] };
  expect(withSecondRun(first, second)).toMatchObject({ passed: 6, failed: 0, unsteady: first.failures, failures: [] });
});

test('a run that fails without a failed test, or with an error of no file, is a failure that no second run makes good', async () => {
  expect(await readReport(report(5), 1)).toMatchObject({
    passed: 5,
    failed: 1,
    failures: ['vitest ended with 1, and no test failed'],
    failedFiles: [],
  });
  expect(await readReport(report(5), 0)).toMatchObject({ passed: 5, failed: 0, failures: [] });
  const first = await readReport(report(5, [half], [{ words: 'a worker died' }]), 1);
  expect(first).toMatchObject({ passed: 6, failed: 2, failures: [failures[1], 'of no file: a worker died'] });
  expect(withSecondRun(first, { passed: 2, failed: 0, failures: [], failedFiles: [] })).toMatchObject({
    passed: 7,
    failed: 1,
    failures: ['of no file: a worker died'],
  });
});

test('counts what failed as it was in its second run, nothing twice, and names what was unsteady', async () => {
  const first = await readReport(report(5, [broken, half]), 1);
  expect(withSecondRun(first, { passed: 6, failed: 0, failures: [], failedFiles: [] })).toMatchObject({
    passed: 11,
    failed: 0,
    unsteady: failures,
    failures: [],
  });
  const again = { passed: 1, failed: 2, failures, failedFiles: [broken, half] };
  expect(withSecondRun(first, again)).toMatchObject({ passed: 6, failed: 2, unsteady: [], failures });
});

test('of a long error the end is left out', async () => {
  const words = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');
  const { failures: told } = await readReport(report(1, [{ ...broken, errors: [words] }]), 1);
  expect(told[0]?.split('\n').at(-1)).toBe('line 13');
});

test('names what cost most, and the sum of all', () => {
  const costs = [
    { file: 'a.test.ts', ms: 1_000 },
    { file: 'b.test.ts', ms: 61_500 },
    { file: 'c.test.ts', ms: 20 },
  ];
  expect(costLines(costs, 2).map((line) => line.trim())).toEqual([
    '62.5 s of workers in 3 files; the dearest:',
    '61.5 s  b.test.ts',
    '1.0 s  a.test.ts',
  ]);
});

test('a run that was stopped counts what had ended, and what failed in it', async () => {
  const path = report(3, [half]);
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), isPartial: true }));
  expect(await readReport(path, 137)).toMatchObject({ passed: 4, failed: 1, isPartial: true });
});
