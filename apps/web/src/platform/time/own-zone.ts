/** The zone of this browser: for times of things that belong to no site. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
