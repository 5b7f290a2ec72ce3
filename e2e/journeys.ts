/** Long ones that want the processor and some that mostly wait, beside each other from the start. */
export const longFirst = [
  'screens',
  'export-server-away',
  'worker-deaths',
  'core-membership',
  'first-light',
  'sync-queue',
  'people',
  'account',
  'sign-in',
  'app-update',
].map((name) => `e2e/specs/${name}.spec.ts`);

/** Journeys through screens, and what mostly waits: two of them at once are what two cores carry. All others measure footage and want the machine to themselves. */
export const journeys = [
  'account',
  'app-update',
  'core-membership',
  'export-server-away',
  'firefox',
  'first-light',
  'frame',
  'global-search',
  'locations',
  'people',
  'provider-sign-in',
  'screens',
  'search',
  'search-truth',
  'session-life',
  'sessions-and-tabs',
  'settings',
  'sign-in',
  'sync-queue',
  'worker-deaths',
].map((name) => `e2e/specs/${name}.spec.ts`);
