import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Check, Finding } from './check.ts';
import { checks } from './checks.ts';
import { openTree, type Tree } from './tree.ts';

const shown = 40;

/** A check that breaks is a check that fails: it must never look like a rule that holds. */
const findingsOf = async (check: Check, tree: Tree): Promise<Finding[]> => {
  try {
    return await check.run(tree);
  } catch (error) {
    return [
      {
        at: `tools/arch/checks (${check.name})`,
        say: `The check itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      },
    ];
  }
};

/** Runs one check and prints its line, then what it found. Answers whether the rule holds. */
const report = async (check: Check, tree: Tree): Promise<boolean> => {
  const startedAt = performance.now();
  const findings = await findingsOf(check, tree);
  const took = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  if (findings.length === 0) {
    const figure = check.figure === undefined ? '' : `: ${check.figure(tree)}`;
    console.log(`ok    ${check.name}${figure} (${took})`);
    return true;
  }
  console.log(`FAIL  ${check.name} (${took}): ${findings.length} to put right`);
  for (const finding of findings.slice(0, shown)) console.log(`      ${finding.at}: ${finding.say}`);
  if (findings.length > shown) console.log(`      ... and ${findings.length - shown} more`);
  return false;
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, root: { type: 'string' }, list: { type: 'boolean' } },
  });
  if (values.list) {
    for (const check of checks) console.log(check.name);
    return;
  }
  const unknown = values.only?.filter((name) => !checks.some((check) => check.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`No such check: ${unknown.join(', ')}. --list names them.`);
  const tree = openTree(values.root ?? fileURLToPath(new URL('../..', import.meta.url)));
  const chosen = checks.filter((check) => values.only === undefined || values.only.includes(check.name));
  let failed = 0;
  for (const check of chosen) if (!(await report(check, tree))) failed += 1;
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
};

await main();
