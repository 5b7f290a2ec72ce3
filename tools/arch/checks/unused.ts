import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Check, Finding } from '../check.ts';

interface Item {
  name: string;
  line?: number;
}

/** The kinds of the report that we judge, with what to do. */
const kinds = {
  files: 'is loaded by nothing. Delete it, or name it as an entry in knip.json.',
  dependencies: 'is declared and used nowhere. Remove it from package.json.',
  devDependencies: 'is declared and used nowhere. Remove it from package.json.',
  unlisted: 'is used without being declared. Add it to package.json.',
  unresolved: 'leads nowhere.',
  exports: 'is exported and used nowhere else. Remove it, or the word export.',
  types: 'is exported and used nowhere else. Remove it, or the word export.',
  duplicates: 'is exported twice.',
} as const;

type Issue = { file: string } & Record<keyof typeof kinds, Item[] | undefined>;

const knip = join(dirname(fileURLToPath(import.meta.resolve('knip'))), '../bin/knip.js');

/** Runs the finder of dead code; its exit code 1 means that it found some. */
const report = (root: string): Promise<{ issues: Issue[] }> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [knip, '--directory', root, '--no-progress', '--reporter', 'json'],
      { maxBuffer: 64_000_000 },
      (error, stdout, stderr) => {
        if (error && error.code !== 1) reject(new Error(`knip failed: ${stderr || error.message}`, { cause: error }));
        else resolve(JSON.parse(stdout.slice(stdout.indexOf('{'))) as { issues: Issue[] });
      },
    );
  });

const findingsOf = (issue: Issue): Finding[] =>
  (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) =>
    (issue[kind] ?? []).flat().map((item) => ({
      at: item.line === undefined ? issue.file : `${issue.file}:${item.line}`,
      say: `${item.name} ${kinds[kind]}`,
    })),
  );

/** Nothing lies about: every file, export and dependency is used. */
export const unused: Check = {
  name: 'unused',
  run: async (tree) => (await report(tree.root)).issues.flatMap(findingsOf),
};
