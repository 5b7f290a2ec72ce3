import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileReport, VitestReport } from './vitest-report.ts';

/** Where the report goes; the one who starts vitest says. */
export const reportVariable = 'SIGHTLINE_TEST_REPORT';

/** Set: the report is written after each file, for whoever may stop the run before its end. */
export const eachVariable = 'SIGHTLINE_TEST_REPORT_EACH';

/** Writes what a run found as JSON, errors included that no test caught: with the file that caused them, so that it can run again. */
export default class TallyReporter implements Reporter {
  readonly #ended: TestModule[] = [];

  onTestModuleEnd(module: TestModule): void {
    const path = process.env[reportVariable];
    if (path === undefined || process.env[eachVariable] === undefined) return;
    this.#ended.push(module);
    const report: VitestReport = { files: this.#ended.map(fileOf), unhandled: [], isPartial: true };
    writeFileSync(path, JSON.stringify(report));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env[reportVariable];
    if (path === undefined) return;
    const report: VitestReport = { files: modules.map(fileOf), unhandled: unhandled.map(unhandledOf) };
    writeFileSync(path, JSON.stringify(report));
  }
}

function fileOf(module: TestModule): FileReport {
  const tests = [...module.children.allTests()].map((test) => ({
    title: test.fullName,
    state: test.result().state,
    errors: (test.result().errors ?? []).map(wordsOf),
  }));
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  return {
    name: module.moduleId,
    failed: module.state() === 'failed',
    ms: costOf(module),
    tests,
    errors: [...module.errors(), ...suites].map(wordsOf),
  };
}

/** What a file took of a worker: reading it, setting it up and its tests. */
function costOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return Math.round(environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration);
}

const unhandledOf = (error: SerializedError): VitestReport['unhandled'][number] => ({
  ...(typeof error['VITEST_TEST_PATH'] === 'string' && { file: error['VITEST_TEST_PATH'] }),
  words: wordsOf(error),
});

const wordsOf = (error: { message?: string; stack?: string }): string =>
  error.stack ?? error.message ?? 'an error without words';
