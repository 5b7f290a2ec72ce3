/** Parts of the page of a camera that is changed, in their order. */
export const editTabs = [
  'general',
  'streams',
  'zones',
  'objects',
  'recognition',
  'privacy',
  'recording',
  'search',
  'assets',
  'network',
  'device',
] as const;

export type EditTab = (typeof editTabs)[number];
