import { dirname, posix } from 'node:path';
import type { Check, Finding } from '../check.ts';
import type { Tree } from '../tree.ts';

/** Folders that a path in prose starts with; anything else in back quotes is code. */
const pathStart = /^(?:\.\/)?(apps|packages|simulators|tools|e2e|bench|docs)\//;
const made = /(^|\/)(node_modules|dist|\.data|coverage)(\/|$)/;

const linkTargets = (line: string): string[] =>
  [...line.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)].map((match) => match[1] ?? '');
const quoted = (line: string): string[] => [...line.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const hasAnchor = (text: string, anchor: string): boolean =>
  text.split('\n').some((line) => /^#+ /.test(line) && anchorOf(line.replace(/^#+ /, '')) === anchor);

const linkProblem = (tree: Tree, from: string, target: string): string | undefined => {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : posix.normalize(posix.join(dirname(from), file));
  if (!tree.has(path)) return `Link to ${target}, which does not exist.`;
  if (anchor !== undefined && path.endsWith('.md') && !hasAnchor(tree.read(path), anchor))
    return `${path} has no heading for #${anchor}.`;
  return undefined;
};

/** Alternatives in braces stand for one path each; `<noun>` and stars stand for any name. */
const expand = (path: string): string[] => {
  const braces = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path);
  if (!braces) return [path];
  return (braces[2] ?? '').split(',').flatMap((choice) => expand(`${braces[1] ?? ''}${choice}${braces[3] ?? ''}`));
};

const pathExists = (tree: Tree, path: string): boolean => {
  if (!/[<*]/.test(path)) return tree.has(path);
  const pattern = path
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replace(/<[^>]+>/g, '[^/]+')
    .replace(/\*\*/g, '.+')
    .replace(/(?<!\.)\*/g, '[^/]*');
  const expression = new RegExp(`^${pattern}`);
  return tree.files().some((file) => expression.test(file));
};

const lineFindings = (tree: Tree, path: string, line: string): string[] => [
  ...linkTargets(line)
    .map((target) => linkProblem(tree, path, target))
    .filter((problem) => problem !== undefined),
  ...quoted(line)
    .filter((text) => pathStart.test(text) && !made.test(text))
    .flatMap((text) =>
      expand(
        text
          .replace(/^\.\//, '')
          .replace(/[:#].*$/, '')
          .replace(/\/$/, ''),
      ),
    )
    .filter((text) => !pathExists(tree, text))
    .map((text) => `Names ${text}, which does not exist.`),
];

/** Documents that lie are worse than none: every link and every path they name exists. */
export const docs: Check = {
  name: 'docs',
  run: (tree) =>
    tree.files(/^(docs\/.*|[A-Z]+)\.md$/).flatMap((path) => {
      let inCode = false;
      return tree
        .read(path)
        .split('\n')
        .flatMap((line, index): Finding[] => {
          if (line.startsWith('```')) inCode = !inCode;
          return inCode ? [] : lineFindings(tree, path, line).map((say) => ({ at: `${path}:${index + 1}`, say }));
        });
    }),
};
