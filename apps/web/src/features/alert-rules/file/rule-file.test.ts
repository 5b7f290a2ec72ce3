import { alertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { expect, test } from 'vitest';
import { readRuleFile, ruleFile } from './rule-file.ts';

const rule = alertRuleInput.parse({ name: 'Night', condition: { kind: 'loitering' }, severity: 'info' });
const file = (change: object): string =>
  JSON.stringify({ format: 'sightline-alert-rules', version: 1, rules: [rule], ...change });

test.each([
  ['name,severity', 'unreadable'],
  ['', 'unreadable'],
  ['null', 'otherFormat'],
  ['[]', 'otherFormat'],
  [JSON.stringify({ rules: [rule] }), 'otherFormat'],
  [file({ rules: 'none' }), 'otherFormat'],
  [file({ version: 2 }), 'newer'],
  [file({ version: undefined }), 'newer'],
  [file({ rules: [] }), 'empty'],
  [file({ rules: Array.from({ length: 501 }, () => rule) }), 'tooMany'],
  [file({ rules: [rule, 7] }), 'unreadable'],
  [file({ rules: [[rule]] }), 'unreadable'],
])('says what is wrong with a file: %#', (text, problem) => {
  expect(readRuleFile(text)).toEqual({ problem });
});

test('what was saved is read again, without what only the server knows', async () => {
  const saved = ruleFile([{ ...rule, id: 'one', revision: 3, targets: [], alertCount: 9 } as never]);
  expect(readRuleFile(await saved.text())).toEqual({ rules: [JSON.parse(JSON.stringify(rule))] });
});
