import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import { cruiseOptions, importRules } from '../../config/dependency-cruiser.ts';
import type { Check, Finding } from '../check.ts';
import { teachUsing } from '../swc-visitor.ts';
import { sourcePattern, testPattern, type Tree } from '../tree.ts';

teachUsing();

const rooms = ['apps', 'packages', 'simulators', 'tools', 'e2e', 'bench'];

/** The cruiser reports the module only; the line is where its specifier is written. */
const lineOf = (tree: Tree, violation: IViolation): string => {
  const target = violation.unresolvedTo ?? violation.to.split('/').at(-1) ?? '';
  const bare = target.replace(/\.(ts|tsx)$/, '');
  const index = tree.has(violation.from)
    ? tree
        .read(violation.from)
        .split('\n')
        .findIndex((line) => /\b(import|export|from|require)\b/.test(line) && line.includes(bare))
    : -1;
  return index === -1 ? violation.from : `${violation.from}:${index + 1}`;
};

const toFinding = (tree: Tree, violation: IViolation): Finding => {
  const rule = importRules.find((candidate) => candidate.name === violation.rule.name);
  const route = violation.cycle ? violation.cycle.map((step) => step.name).join(' -> ') : violation.to;
  return { at: lineOf(tree, violation), say: `[${violation.rule.name}] imports ${route}. ${rule?.comment ?? ''}` };
};

/** A cruise that saw less than there is would be a false green. */
const unseen = (tree: Tree, result: ICruiseResult): Finding[] => {
  const seen = new Set(result.modules.map((module) => module.source));
  return tree
    .files(sourcePattern)
    .filter((path) => !seen.has(path))
    .map((path) => ({
      at: path,
      say: 'The import check did not read this file. Check the parser of dependency-cruiser (@swc/core).',
    }));
};

const importLine = /^(?:import|export|\})[^'\n]*from '([^']+)';?$/gm;

/** The same for single imports: what is written at the start of a line has to be in the result. */
const unseenImports = (tree: Tree, result: ICruiseResult): Finding[] =>
  result.modules
    .filter((module) => sourcePattern.test(module.source) && !testPattern.test(module.source))
    .flatMap((module) => {
      const seen = new Set(module.dependencies.map((dependency) => dependency.module));
      const written = [...tree.read(module.source).matchAll(importLine)].map((match) =>
        (match[1] ?? '').replace(/^node:/, ''),
      );
      return written
        .filter((specifier) => !seen.has(specifier) && !/\.(css|svg|png|json)(\?|$)/.test(specifier))
        .map((specifier) => ({
          at: module.source,
          say: `The import check did not see '${specifier}'. Check the options in tools/config/dependency-cruiser.ts.`,
        }));
    });

/** Who may import whom, over every source file. */
export const imports: Check = {
  name: 'imports',
  run: async (tree) => {
    const present = rooms.filter((room) => tree.files(sourcePattern).some((path) => path.startsWith(`${room}/`)));
    const { output } = await cruise(present, { ...cruiseOptions, baseDir: tree.root });
    if (typeof output === 'string') throw new Error('dependency-cruiser answered text instead of a result');
    return [
      ...unseen(tree, output),
      ...unseenImports(tree, output),
      ...output.summary.violations.map((violation) => toFinding(tree, violation)),
    ];
  },
};
