interface Choosable {
  token: string;
  videoCodec: string;
  width: number;
  height: number;
  fps: number | null;
}

/** Width that is enough for small tiles and for finding things in the picture. */
const subWidth = 640;

const isRecordable = ({ videoCodec, width, height }: Choosable): boolean =>
  (videoCodec === 'h264' || videoCodec === 'h265') && width > 0 && height > 0;
const area = ({ width, height }: Choosable): number => width * height;

/** The profiles that a core takes by itself: the largest as main, and as sub the smaller one that is nearest to 640 wide. */
export function chooseProfiles(profiles: readonly Choosable[]): { mainToken: string | null; subToken: string | null } {
  const usable = profiles.filter(isRecordable);
  const [main] = usable.toSorted((a, b) => area(b) - area(a) || (b.fps ?? 0) - (a.fps ?? 0));
  if (!main) return { mainToken: null, subToken: null };
  const smaller = usable.filter((profile) => area(profile) < area(main));
  const [sub] = smaller.toSorted((a, b) => Math.abs(a.width - subWidth) - Math.abs(b.width - subWidth));
  return { mainToken: main.token, subToken: sub?.token ?? null };
}
