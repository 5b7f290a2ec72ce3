/** The zone of this browser: for times of things that belong to no site. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Zones that this browser knows, with UTC first: what the server accepts too. */
export const timeZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
