import type { Check } from '../check.ts';
import { syntaxOf, visitNodes, type SyntaxNode } from '../syntax.ts';
import { sourcePattern, testPattern } from '../tree.ts';

const mayRead = /^(apps\/[^/]+\/src\/app\/config\.ts|tools\/|packages\/testing\/|[^/]+$)/;

const identifierIs = (node: unknown, name: string): boolean =>
  (node as SyntaxNode | undefined)?.type === 'Identifier' && (node as SyntaxNode).value === name;

const readsEnvironment = (node: SyntaxNode): boolean =>
  (node.type === 'MemberExpression' && identifierIs(node.object, 'process') && identifierIs(node.property, 'env')) ||
  (node.type === 'ImportSpecifier' &&
    (identifierIs(node.imported, 'env') || (node.imported === null && identifierIs(node.local, 'env'))));

/** The environment is read in one file per program, so that every setting has one place, one name and one check. */
export const environment: Check = {
  name: 'environment',
  run: (tree) =>
    tree
      .files(sourcePattern)
      .filter((path) => !mayRead.test(path) && !testPattern.test(path) && /\benv\b/.test(tree.read(path)))
      .flatMap((path) => {
        const syntax = syntaxOf(tree, path);
        const lines: number[] = [];
        const fromProcess = /from 'node:process'/.test(tree.read(path));
        visitNodes(syntax.module, (node) => {
          if (readsEnvironment(node) && (node.type === 'MemberExpression' || fromProcess))
            lines.push(syntax.lineOf(node));
        });
        return lines.map((line) => ({
          at: `${path}:${line}`,
          say: 'Read the environment in src/app/config.ts and pass the value in.',
        }));
      }),
};
