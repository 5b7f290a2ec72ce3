/** What a set of columns is about. */
export const subjects = ['cameras', 'sites', 'alerts', 'organization'] as const;

export type Subject = (typeof subjects)[number];
