import type { Check, Finding } from '../check.ts';
import { contractCalls, errorTexts, permissionNames, type ContractCall } from '../contract.ts';
import { syntaxOf, visitNodes, type SyntaxNode } from '../syntax.ts';
import type { Tree } from '../tree.ts';

export const tenantExamplesPath = 'apps/server/testing/tenant-examples/';

/** Names of contract objects that some routes file hands to a function, which is how handlers are mounted. */
const mountedExports = (tree: Tree): Set<string> => {
  const mounted = new Set<string>();
  for (const path of tree.files(/^apps\/server\/src\/.*\.ts$/).filter((file) => !file.endsWith('.test.ts'))) {
    if (!tree.read(path).includes('Calls')) continue;
    visitNodes(syntaxOf(tree, path).module, (node) => {
      if (node.type !== 'CallExpression') return;
      visitNodes(node.arguments, (inner) => {
        if (inner.type === 'Identifier' && (inner.value as string).endsWith('Calls'))
          mounted.add(inner.value as string);
      });
    });
  }
  return mounted;
};

const keyOf = (property: SyntaxNode): string | undefined => {
  const key = (property.key ?? property) as SyntaxNode;
  return ['Identifier', 'StringLiteral'].includes(key.type) ? (key.value as string) : undefined;
};

/** `cameras.list` for every example, written nested (`cameras: { list }`) or as one key (`'cameras.list'`). */
const exampleNames = (tree: Tree): Set<string> => {
  const named = new Set<string>();
  for (const path of tree.files().filter((file) => file.startsWith(tenantExamplesPath))) addExamples(tree, path, named);
  return named;
};

function addExamples(tree: Tree, path: string, named: Set<string>): void {
  visitNodes(syntaxOf(tree, path).module, (node, parents) => {
    if (!['KeyValueProperty', 'Identifier', 'MethodProperty'].includes(node.type)) return;
    if (node.type === 'Identifier' && parents.at(-1)?.type !== 'ObjectExpression') return;
    const key = keyOf(node);
    const outer = parents.findLast((parent) => parent.type === 'KeyValueProperty' && parent !== node);
    if (key === undefined) return;
    named.add(key);
    const noun = outer && keyOf(outer);
    if (noun !== undefined) named.add(`${noun.replace(/Calls$/, '')}.${key}`);
  });
}

const ownFindings = (call: ContractCall, codes: string[], permissions: string[]): string[] => [
  ...(call.permission === undefined
    ? ['has no permission. Name one of packages/contracts/src/shared/permissions.ts.']
    : []),
  ...(call.permission !== undefined && !permissions.includes(call.permission)
    ? [`asks for the unknown permission ${call.permission}.`]
    : []),
  ...(call.path?.startsWith('/api/v1/') ? [] : ['does not live below /api/v1/.']),
  ...(call.summary ? [] : ['has no summary for the reference.']),
  ...(call.errors ?? [])
    .filter((code) => !codes.includes(code))
    .map((code) => `answers ${code}, which is not in the error catalogue.`),
];

const duplicates = (calls: ContractCall[]): Finding[] => {
  const first = new Map<string, string>();
  return calls.flatMap((call) => {
    const address = `${call.method} ${call.path?.replace(/\{[^}]+\}/g, '{}')}`;
    const known = first.get(address);
    first.set(address, known ?? call.name);
    return known === undefined ? [] : [{ at: call.at, say: `${call.name} has the same address as ${known}.` }];
  });
};

/** Every call of the public API says who may make it, is served, and is tried from the wrong organization. */
export const calls: Check = {
  name: 'calls',
  run: async (tree) => {
    const all = await contractCalls(tree);
    const codes = [...(await errorTexts(tree)).keys()];
    const permissions = await permissionNames(tree);
    const mounted = mountedExports(tree);
    const examples = exampleNames(tree);
    const findings = all.flatMap((call) =>
      [
        ...ownFindings(call, codes, permissions),
        ...(mounted.has(call.exportName)
          ? []
          : [`is not served. Mount ${call.exportName} in a *.routes.ts of apps/server.`]),
        ...(examples.has(call.name) ? [] : [`has no tenant test. Give it an example in ${tenantExamplesPath}.`]),
      ].map((say) => ({ at: call.at, say: `${call.name} ${say}` })),
    );
    return [...findings, ...duplicates(all)];
  },
};
