// Below this nobody needs to act: recordings still line up.
const saidFromMs = 2000;

/** The clock offset of a core when it is large enough to be said, in ms and direction; otherwise null. */
export const clockOffsetSaid = (offsetMs: number | null): { byMs: number; isAhead: boolean } | null => {
  if (offsetMs === null || Math.abs(offsetMs) <= saidFromMs) return null;
  return { byMs: Math.abs(offsetMs), isAhead: offsetMs > 0 };
};
