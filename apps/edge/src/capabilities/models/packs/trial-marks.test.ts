import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manifestName } from './pack-folder.ts';
import { TrialMarks } from './trial-marks.ts';

let folder: string;
let marks: TrialMarks;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trial-marks-'));
  marks = new TrialMarks(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const isTried = async (): Promise<boolean> => (await marks.run(folder, () => Promise.resolve(true))) ?? false;

test('a model that passes its trial and ends the process while it runs is not tried after the third time, until its manifest changes', async () => {
  for (let ends = 0; ends < 3; ends++) {
    expect(await isTried()).toBe(true);
    await marks.blame(folder);
  }
  expect(await isTried()).toBe(false);
  await writeFile(join(folder, manifestName), '{"version":"2"}');
  expect(await isTried()).toBe(true);
});
