/** Zones that this browser knows, with UTC first: what the server accepts too. */
export const timeZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];

/** The zone of this machine, which is right for most sites that are set up on the spot. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
