import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { browserName, groupName } from './fixed-names.ts';

const t = ((key: string) => `<${key}>`) as unknown as TFunction;

test('names that nobody typed are in the language of the reader, others stay as they were typed', () => {
  expect(groupName(t, 'Administrators')).toBe('<permissionGroups.administrators.name>');
  expect(browserName(t, 'Browser')).toBe('<userDevices.list.browser>');
  expect(groupName(t, 'Night shift')).toBe('Night shift');
  expect(browserName(t, 'Chrome, Windows')).toBe('Chrome, Windows');
});
