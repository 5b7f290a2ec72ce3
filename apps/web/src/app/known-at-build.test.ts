import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownAtBuild, plainValuesOf } from '../../build/known-at-build.ts';
import { ruleFacts } from '../features/alert-rules/builder/rule-facts.at-build.ts';

const factsFile = new URL('../features/alert-rules/builder/rule-facts.at-build.ts', import.meta.url).pathname;
const load = knownAtBuild().load as (path: string) => Promise<{ code: string } | null>;

test('refuses what would arrive as something else', () => {
  expect(() => plainValuesOf({ limit: Number.NaN })).toThrow('limit is no plain value');
  expect(() => plainValuesOf({ ask: () => 1 })).toThrow('ask is no plain value');
});

test('leaves other modules alone', async () => {
  expect(await load(new URL('./features.ts', import.meta.url).pathname)).toBeNull();
});

test('rules are known as the contract says them, without what judges them', async () => {
  const { code } = (await load(factsFile))!;
  expect(JSON.parse(code.replace('export const ruleFacts = ', '').replace(/;$/, ''))).toEqual(ruleFacts);
  expect(code).not.toContain('import');
  expect(readFileSync(factsFile, 'utf8')).toContain('condition-schema');
});
