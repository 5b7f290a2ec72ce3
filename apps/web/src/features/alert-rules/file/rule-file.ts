import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { importedRulesLimit } from '@sightline/contracts/alert-rules/rule-import-limits';
import { inputOf } from '../rule-queries.ts';

/** What tells a file of rules from any other. */
const format = 'sightline-alert-rules';
const version = 1;

/** A file of rules, as people save it. */
export const ruleFile = (rules: readonly AlertRule[]): Blob =>
  new Blob([`${JSON.stringify({ format, version, rules: rules.map(inputOf) }, null, 2)}\n`], {
    type: 'application/json',
  });

/** What is wrong with a file before anything is sent. */
export type RuleFileProblem = 'unreadable' | 'otherFormat' | 'newer' | 'empty' | 'tooMany';

type ReadRules = { rules: Record<string, unknown>[] } | { problem: RuleFileProblem };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rules of a file, as they stand in it: whether they can be made the server says. */
export function readRuleFile(text: string): ReadRules {
  const file = parsed(text);
  if (file === undefined) return { problem: 'unreadable' };
  if (!isObject(file) || file['format'] !== format || !Array.isArray(file['rules'])) return { problem: 'otherFormat' };
  if (typeof file['version'] !== 'number' || file['version'] > version) return { problem: 'newer' };
  const rules: unknown[] = file['rules'];
  if (rules.length === 0) return { problem: 'empty' };
  if (rules.length > importedRulesLimit) return { problem: 'tooMany' };
  return rules.every(isObject) ? { rules } : { problem: 'unreadable' };
}
