import { expect, it } from 'vitest';
import { accountDialogNames, dialogOf } from './account-dialog-names.ts';

it('opens no dialog for another parameter, or one that says no', () => {
  expect(dialogOf({})).toBeNull();
  expect(dialogOf({ changeEverything: 'true', changeTheme: 'false' })).toBeNull();
});

it('ACCT-001 ACCT-002 ACCT-003 ACCT-004 ACCT-005 ACCT-006 ACCT-007 knows each parameter, with or without a value', () => {
  for (const name of accountDialogNames) {
    expect(dialogOf({ [name]: 'true' })).toBe(name);
    expect(dialogOf({ [name]: '' })).toBe(name);
  }
});
