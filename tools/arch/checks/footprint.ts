import { basename } from 'node:path';
import type { Check, Finding } from '../check.ts';
import { applyEdits, editsPath, fixtureFolder, readFixture } from '../footprint/fixture.ts';
import type { Tree } from '../tree.ts';

const guidePath = 'CONTRIBUTING.md';
const recordPath = 'tools/config/footprint.json';
/** A feature that reaches the core may ask for no more of what exists. */
const maxExisting = 10;

const recorded = (tree: Tree): number =>
  tree.has(recordPath) ? (JSON.parse(tree.read(recordPath)) as { existingFiles: number }).existingFiles : maxExisting;

const existingFiles = (tree: Tree): number => new Set(readFixture(tree).edits.map(({ file }) => file)).size;

/** The number may only fall. */
const countFindings = (tree: Tree): Finding[] => {
  const [count, before] = [existingFiles(tree), recorded(tree)];
  if (count === 0) return [{ at: fixtureFolder, say: 'The feature is gone by which this is measured. Bring it back.' }];
  if (count > Math.min(before, maxExisting)) {
    const say = `${count} existing files change for one feature, at most ${Math.min(before, maxExisting)}. Let what the further one lists follow from what features declare, or be found by its name.`;
    return [{ at: editsPath, say }];
  }
  return count < before
    ? [{ at: recordPath, say: `It got better: lower existingFiles from ${before} to ${count}.` }]
    : [];
};

/** The guide walks this very feature: what it does not name, a newcomer does not find. */
const walkFindings = (tree: Tree, paths: Iterable<string>): Finding[] => {
  const guide = tree.has(guidePath) ? tree.read(guidePath) : '';
  return [...paths]
    .filter((path) => !/\.test\.tsx?$/.test(path) && !guide.includes(basename(path)))
    .map((path) => ({ at: guidePath, say: `It walks a feature without ${path}. Say at which step that is written.` }));
};

/** How many existing files a feature changes that goes through all programs and the core: counted on one that is kept for this alone. */
export const footprint: Check = {
  name: 'footprint',
  figure: (tree) => `${existingFiles(tree)} existing files change for a feature that reaches the core`,
  run: (tree) => {
    const { files, edits } = readFixture(tree);
    const refused = applyEdits(tree, edits).refused.map(({ file, why }) => ({
      at: editsPath,
      say: `It no longer applies to ${file}: ${why}. Change the edit as whoever adds the feature would now have to.`,
    }));
    const taken = [...files.keys()]
      .filter((path) => tree.has(path))
      .map((path) => ({ at: path, say: 'The product has a file of this name now. Rename that of the fixture.' }));
    const walked = walkFindings(tree, new Set([...files.keys(), ...edits.map(({ file }) => file)]));
    return [...countFindings(tree), ...refused, ...taken, ...walked];
  },
};
