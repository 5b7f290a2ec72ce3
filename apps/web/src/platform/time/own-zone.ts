/** The zone of this browser: for times of things that belong to no site. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of all of these when they agree, else that of this browser. */
export function commonZone(zones: readonly string[]): string {
  const [first, ...others] = zones;
  return first !== undefined && others.every((zone) => zone === first) ? first : ownZone();
}

/** Zones that this browser knows, with UTC first: what the server accepts too. */
export const timeZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];
