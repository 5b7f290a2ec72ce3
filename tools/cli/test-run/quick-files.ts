import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { checkout } from '../checkout.ts';

const run = promisify(execFile);

async function git(...args: string[]): Promise<string[]> {
  const { stdout } = await run('git', args, { cwd: checkout, maxBuffer: 64 * 1024 ** 2 });
  return stdout.split('\n').filter((line) => line !== '');
}

/** The commit where work began: where this branch left its upstream or `main`; on `main` itself the commit before the last. */
async function base(): Promise<string> {
  for (const other of ['@{upstream}', 'main']) {
    const [found] = await git('merge-base', 'HEAD', other).catch(() => []);
    const [head] = await git('rev-parse', 'HEAD');
    if (found !== undefined && found !== head) return found;
  }
  return 'HEAD~1';
}

/** Paths that changed since work began, also what is not committed and what is new; deleted ones are left out. */
export async function changedFiles(): Promise<string[]> {
  const committed = await git('diff', '--name-only', '--diff-filter=d', await base());
  const fresh = await git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...committed, ...fresh])].sort();
}

/** The workspaces of these files, as folders. */
export const workspacesOf = (files: readonly string[]): string[] => [
  ...new Set(
    files.flatMap(
      (file) => /^(?:(?:apps|packages)\/[^/]+|simulators|tools|bench)\//.exec(file)?.[0].slice(0, -1) ?? [],
    ),
  ),
];

/** Workspaces in which nothing changed: the others of these files, as folders. */
export const unchangedWorkspaces = (files: readonly string[], changed: readonly string[]): string[] =>
  workspacesOf(files).filter((folder) => !workspacesOf(changed).includes(folder));

/** Paths of everything that the repository holds. */
export const allFiles = (): Promise<string[]> => git('ls-files');

/** Code of which tests can know. */
export const isCode = (file: string): boolean => /\.(ts|tsx|sql|json)$/.test(file) && !file.startsWith('e2e/');
