import type { Check, Finding } from '../check.ts';
import { sourcePattern, type Tree } from '../tree.ts';

/** Drawers that collect everything; a file is named by its topic. */
const drawers = /(^|\/)(types|utils|util|helpers|helper|constants|common|misc|index)\.(ts|tsx)$/;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** Topics that are technique or shared by every noun, so that no other room has to know them. */
const sharedTopics = new Set(['shared']);

const foldersBelow = (tree: Tree, room: string): Set<string> =>
  new Set(
    tree
      .files()
      .filter((path) => path.startsWith(`${room}/`))
      .map((path) => path.slice(room.length + 1))
      .filter((path) => path.includes('/'))
      .map((path) => path.split('/')[0] ?? ''),
  );

const drawerFindings = (tree: Tree): Finding[] =>
  tree
    .files(sourcePattern)
    .filter((path) => drawers.test(path))
    .map((path) => ({ at: path, say: 'Name the file by its topic; drawers become hubs that everything imports.' }));

const caseFindings = (tree: Tree): Finding[] =>
  tree
    .files(/^(apps|packages|simulators|tools|e2e|bench|docs)\//)
    .filter((path) => !/\/(README|CHANGELOG)\.md$/.test(path))
    .flatMap((path) => {
      const wrong = path.split('/').find((part) => !kebab.test(part.replace(/^\$|^\./, '')));
      return wrong === undefined ? [] : [{ at: path, say: `"${wrong}" is not kebab-case.` }];
    });

/** A feature has one noun, the same in every room: what the server or the web calls a feature is a folder of the contracts. */
const nounFindings = (tree: Tree): Finding[] => {
  const nouns = foldersBelow(tree, 'packages/contracts/src');
  return ['apps/server/src/features', 'apps/web/src/features'].flatMap((room) =>
    [...foldersBelow(tree, room)]
      .filter((noun) => !nouns.has(noun) || sharedTopics.has(noun))
      .map((noun) => ({
        at: `${room}/${noun}`,
        say: `packages/contracts/src/${noun} does not exist. Use the contract's noun: ${[...nouns].sort().join(', ')}.`,
      })),
  );
};

/** A feature of the server has files named `<noun>.<role>.ts`, so that the role is readable from the path. */
const roleFindings = (tree: Tree): Finding[] =>
  tree
    .files(/^apps\/server\/src\/features\/[^/]+\/[^/]+\.(routes|service|policy|repository|presenter|public)\.ts$/)
    .flatMap((path) => {
      const [noun, file] = path.split('/').slice(-2) as [string, string];
      return file.startsWith(`${noun}.`) || file.includes('-')
        ? []
        : [{ at: path, say: `Name it ${noun}.${file.split('.').slice(1).join('.')}.` }];
    });

/** Programs whose helpers of tests still stand beside product files; the list only gets shorter. */
const stillMixed = /^(apps\/web|packages\/testing|simulators)\//;

/** What only tests load has a folder of its own, so that product folders hold product and the tests beside it. */
const helperFindings = (tree: Tree): Finding[] =>
  tree
    .files(/^(apps|packages)\/[^/]+\/src\/.*(\/test-[^/]+|\.(fixture|suite))\.tsx?$/)
    .filter((path) => !stillMixed.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ at: path, say: 'Only tests load it: move it to the testing folder of its program or package.' }));

export const names: Check = {
  name: 'names',
  run: (tree) => [
    ...drawerFindings(tree),
    ...caseFindings(tree),
    ...nounFindings(tree),
    ...roleFindings(tree),
    ...helperFindings(tree),
  ],
};
