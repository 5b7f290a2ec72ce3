/** Journeys through screens: two of them at once are what two cores carry. All others measure footage and want the machine to themselves. */
export const journeys = [
  'account',
  'app-update',
  'firefox',
  'frame',
  'global-search',
  'people',
  'provider-sign-in',
  'screens',
  'search',
  'search-truth',
  'session-life',
  'sessions-and-tabs',
  'settings',
  'sign-in',
].map((name) => `e2e/specs/${name}.spec.ts`);
