import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Check } from '../check.ts';
import { sourcePattern, type Tree } from '../tree.ts';

const house = fileURLToPath(new URL('../../..', import.meta.url));
const configPath = `${house}/tools/config/oxfmt.json`;

/** Paths whose text the formatter would change; its exit code 1 says that there are some. */
const differing = (tree: Tree, paths: string[]): Promise<string[]> =>
  new Promise((resolve, reject) => {
    execFile(
      `${house}/node_modules/.bin/oxfmt`,
      ['-c', configPath, '--list-different', ...paths],
      { cwd: tree.root, maxBuffer: 16_000_000 },
      (error, stdout, stderr) => {
        if (error && error.code !== 1) reject(new Error(`oxfmt failed: ${stderr || error.message}`, { cause: error }));
        else resolve(stdout.split('\n').filter((line) => line !== ''));
      },
    );
  });

/** One layout for all source, so that a difference in a review is a difference in meaning. */
export const format: Check = {
  name: 'format',
  run: async (tree) => {
    const files = tree.files(sourcePattern);
    if (files.length === 0) return [];
    const say = 'Run: npx oxfmt -c tools/config/oxfmt.json apps packages simulators tools bench e2e';
    return (await differing(tree, files)).map((at) => ({ at, say }));
  },
};
