import { defaultUserSettings, type AppliedSettings, type UserSettings } from '@sightline/contracts/accounts/account';

/**
 * Settings as they apply: what the person chose, and defaults for the rest. Language and theme say besides whether they were
 * chosen, because the choice of English is something else than none at all: then the browser's own preference stays.
 */
export const appliedSettings = (stored: Partial<UserSettings>): AppliedSettings => ({
  ...defaultUserSettings,
  ...stored,
  chosen: (['lang', 'theme'] as const).filter((name) => stored[name] !== undefined),
});
