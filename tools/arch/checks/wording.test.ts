import { describe, expect, test } from 'vitest';
import { catalogueOf } from '../catalogues.ts';
import { fixtureTree } from '../fixture-tree.ts';
import { englishRules } from '../wording/english-rules.ts';
import { hebrewRules } from '../wording/hebrew-rules.ts';
import { wording } from './wording.ts';

const exceptionsPath = 'tools/config/wording-exceptions.json';

const found = async (language: 'en' | 'he', text: string, exceptions: Record<string, string> = {}) => {
  using tree = fixtureTree({
    [catalogueOf(language, 'cameras')]: JSON.stringify({ add: { action: text } }, null, 2),
    [exceptionsPath]: JSON.stringify(exceptions),
  });
  return (await wording.run(tree)).map(({ at, say }) => `${at} ${say}`);
};

describe.each([
  ['en', englishRules],
  ['he', hebrewRules],
] as const)('wording of %s', (language, rules) => {
  // A full stop is allowed where it ends a sentence, so examples that only others refuse stand without one here.
  const label = (text: string): string => text.replace(/\.$/, '');

  test.each(rules.map((rule) => [rule.refuses, rule] as const))('refuses %s', async (_, { refuses, say, keys }) => {
    const text = keys ? refuses : label(refuses);
    expect(await found(language, text)).toContain(
      `${catalogueOf(language, 'cameras')}:3 cameras.add.action: "${text}". ${say}`,
    );
  });

  test.each(rules.map((rule) => [rule.accepts]))('accepts %s', async (accepts) => {
    expect(await found(language, label(accepts))).toEqual([]);
  });
});

test('a full stop ends sentences that are no labels', async () => {
  using tree = fixtureTree({ [catalogueOf('en', 'cameras')]: JSON.stringify({ add: { hint: 'It is added.' } }) });
  expect(await wording.run(tree)).toEqual([]);
});

test('Hebrew in code and what errors say to programs are read as well', async () => {
  using tree = fixtureTree({
    'apps/server/src/features/users/invite-mails.ts':
      "export const text = {\n  he: 'נא לבחור',\n  en: 'It shall',\n};\n",
    'apps/server/src/features/users/invite-mails.test.ts': "export const text = 'נא לבחור';\n",
    'packages/contracts/src/shared/errors/user-errors.ts': "export const text = ['It shall', 'shall'];\n",
  });
  const found = (await wording.run(tree)).map(({ at }) => at);
  expect(found).toEqual([
    'apps/server/src/features/users/invite-mails.ts:2',
    'packages/contracts/src/shared/errors/user-errors.ts:1',
  ]);
});

test('one text is excepted by its key and a reason, as long as it breaks a rule', async () => {
  expect(await found('en', 'It shall', { 'en.cameras.add.action': 'A law says so.' })).toEqual([]);
  expect(await found('en', 'It shall', { 'en.cameras.add.action': ' ' })).toEqual([
    expect.stringContaining('has no reason'),
  ]);
  expect(await found('en', 'It will', { 'en.cameras.add.action': 'A law says so.' })).toEqual([
    expect.stringContaining('breaks no rule any more'),
  ]);
});
