/** Long ones that want the processor and some that mostly wait, beside each other from the start. */
export const longFirst = [
  'core-edit',
  'worker-deaths',
  'screens',
  'core-membership',
  'sudden-death',
  'camera-edit',
  'status',
  'sync-queue',
  'home',
  'first-light',
  'export-server-away',
].map((name) => `e2e/specs/${name}.spec.ts`);

/** Journeys through frame, accounts, settings and search, page by page: they take half of the time of all journeys, and run in a step of their own, the longest first. */
export const long = [
  'account',
  'session-life',
  'people',
  'app-update',
  'frame',
  'settings',
  'sign-in',
  'search',
  'outside-frame',
].map((name) => `e2e/specs/${name}.spec.ts`);

/** Journeys through screens, and what mostly waits: three of them at once are what two cores carry. All others measure footage and want a quieter machine. */
export const journeys = [
  'alert-rule-builder',
  'alert-rule-list',
  'alerts',
  'camera-edit',
  'camera-faults',
  'core-edit',
  'core-membership',
  'export-server-away',
  'firefox',
  'first-light',
  'global-search',
  'home',
  'live-ways',
  'locations',
  'onboarding',
  'picture-map',
  'privacy',
  'provider-sign-in',
  'recording',
  'schedules',
  'screens',
  'search-truth',
  'sessions-and-tabs',
  'status',
  'sudden-death',
  'sync-queue',
  'two-versions',
  'worker-deaths',
].map((name) => `e2e/specs/${name}.spec.ts`);
