import type { RuleValues } from './rule-values.ts';

/** What is said of a part that cannot be read. */
export type WrongWord = 'name' | 'figure' | 'none' | 'missing' | 'fieldName';

const at = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], values);

/** What is wrong with the value at a path, as the kind of value says. */
export function wrongWord(values: RuleValues, path: string): WrongWord {
  if (path === 'name') return 'name';
  if (/^condition\.fields\.\d+\.field$/.test(path)) return 'fieldName';
  const value = at(values, path);
  if (Array.isArray(value)) return 'none';
  return typeof value === 'string' ? 'missing' : 'figure';
}
