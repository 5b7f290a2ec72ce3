import type { Check } from '../check.ts';
import { syntaxOf, type SyntaxNode } from '../syntax.ts';

/** A transaction of one organization; functions on the whole `Database` are the few that find out which organization it is. */
const worksInside = /\(\s*\w+: Work\b/;
const namesOrganization = /\borganizationId\b|\borganization_id\b|\bselectRow\(|\b(\w*[pP]lace|target)\b/;

const functionsOf = (module: SyntaxNode): SyntaxNode[] =>
  (module.body as SyntaxNode[]).filter(
    (node) =>
      node.type === 'ExportDeclaration' &&
      ['FunctionDeclaration', 'VariableDeclaration'].includes((node.declaration as SyntaxNode).type),
  );

/** Row-level security is the second fence; the first is that every query of a repository names the organization. */
export const tenancy: Check = {
  name: 'tenancy',
  run: (tree) =>
    tree.files(/^apps\/server\/src\/features\/.*\.repository\.ts$/).flatMap((path) => {
      const syntax = syntaxOf(tree, path);
      const text = tree.read(path);
      return functionsOf(syntax.module)
        .filter((node) => {
          const source = text.slice(syntax.startOf(node), syntax.endOf(node));
          return worksInside.test(source) && !namesOrganization.test(source);
        })
        .map((node) => ({
          at: `${path}:${syntax.lineOf(node)}`,
          say: 'Queries without naming the organization. Take organizationId and compare it in every query.',
        }));
    }),
};
