/** Stops of the slider in seconds; the last one means any length. */
export const stops: readonly number[] = [0, 5, 10, 20, 30, 60, 120, 300, 600, 3660];

const last = stops.length - 1;

const nearest = (seconds: number): number =>
  stops.reduce(
    (best, stop, index) => (Math.abs(stop - seconds) < Math.abs((stops[best] ?? 0) - seconds) ? index : best),
    0,
  );

/** The two stops that a filter stands on. */
export const stayOf = ({ minStay, maxStay }: { minStay: number | null; maxStay: number | null }): [number, number] => [
  minStay === null ? 0 : Math.min(nearest(minStay), last - 1),
  maxStay === null ? last : Math.max(nearest(maxStay), 1),
];

/** `least-most` in seconds for the address, without the ends that limit nothing. */
export function stayParameter([least, most]: readonly [number, number]): string | undefined {
  if (least === 0 && most === last) return undefined;
  return `${least === 0 ? '' : String(stops[least])}-${most === last ? '' : String(stops[most])}`;
}
