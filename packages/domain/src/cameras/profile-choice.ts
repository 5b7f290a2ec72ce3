/** A stream that a device offers, as far as choosing needs it. */
export interface Choosable {
  token: string;
  videoCodec: string;
  width: number;
  height: number;
  fps: number | null;
  /** The picture that it is of: a recorder has one for each of its cameras. Absent or null where the device or an older core does not say. */
  source?: string | null | undefined;
}

/** Width that is enough for small tiles and for finding things in the picture. */
const subWidth = 640;

const isRecordable = ({ videoCodec, width, height }: Choosable): boolean =>
  (videoCodec === 'h264' || videoCodec === 'h265') && width > 0 && height > 0;
const area = ({ width, height }: Choosable): number => width * height;

/**
 * The profiles that are taken without asking anybody: the largest as main, and as sub the smaller one of the same picture that is nearest to
 * 640 wide. `isTaken`: it is another camera's already, and so is whatever shows the same picture.
 */
export function chooseProfiles<T extends Choosable>(
  profiles: readonly T[],
  isTaken: (profile: T) => boolean = () => false,
): { mainToken: string | null; subToken: string | null } {
  const takenSources = new Set(profiles.filter(isTaken).map(({ source }) => source ?? null));
  const isFree = (profile: T): boolean =>
    !isTaken(profile) && (profile.source == null || !takenSources.has(profile.source));
  const usable = profiles.filter((profile) => isRecordable(profile) && isFree(profile));
  const [main] = usable.toSorted((a, b) => area(b) - area(a) || (b.fps ?? 0) - (a.fps ?? 0));
  if (!main) return { mainToken: null, subToken: null };
  const smaller = usable.filter(
    (profile) => area(profile) < area(main) && (profile.source ?? null) === (main.source ?? null),
  );
  const [sub] = smaller.toSorted((a, b) => Math.abs(a.width - subWidth) - Math.abs(b.width - subWidth));
  return { mainToken: main.token, subToken: sub?.token ?? null };
}

/** A view of a device with its streams. */
export interface Channel<T extends Choosable> {
  /** What the device calls it; null where it names none. */
  source: string | null;
  profiles: readonly T[];
}

/** The views of a device in its own order: a camera mostly has one, a recorder one for each of its cameras. */
export const channelsOf = <T extends Choosable>(profiles: readonly T[]): Channel<T>[] =>
  [...Map.groupBy(profiles, ({ source }) => source ?? null)].map(([source, ofIt]) => ({ source, profiles: ofIt }));
