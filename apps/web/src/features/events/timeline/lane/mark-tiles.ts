const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Lengths of the pieces in which marks are read; the longest stays below what one call answers. */
const ladder = [15 * minute, hour, 6 * hour, day, 7 * day] as const;

export interface MarkTile {
  fromUtcMs: number;
  toUtcMs: number;
}

/** Pieces that cover a view, whole multiples of their length since 1970, up to `untilMs`. */
export function markTiles(view: { fromMs: number; toMs: number }, untilMs: number): MarkTile[] {
  const span = view.toMs - view.fromMs;
  const length = ladder.find((each) => each >= span / 2) ?? 7 * day;
  const tiles: MarkTile[] = [];
  const last = Math.min(view.toMs, untilMs);
  for (let from = Math.floor(view.fromMs / length) * length; from <= last; from += length)
    tiles.push({ fromUtcMs: Math.max(0, from), toUtcMs: from + length });
  return tiles;
}
