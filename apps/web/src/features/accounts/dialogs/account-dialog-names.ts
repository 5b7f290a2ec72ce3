/** Query parameters that open a dialog of the account, each by being there. */
export const accountDialogNames = [
  'changeUsername',
  'changeEmail',
  'changeDateSettings',
  'changeLanguage',
  'changeTheme',
  'changeWeeklySubscription',
  'changeAutoLogout',
  'changePassword',
  'changeContact',
] as const;

export type AccountDialogName = (typeof accountDialogNames)[number];

/** The dialog that the query asks for: the first one known, whatever its value; null for none. */
export const dialogOf = (search: Readonly<Record<string, unknown>>): AccountDialogName | null =>
  accountDialogNames.find((name) => search[name] !== undefined && search[name] !== 'false') ?? null;
