/** Minutes of a day, the end after the start. */
export interface Window {
  from: number;
  to: number;
}

export const wholeDay: Window = { from: 0, to: 1440 };

/** `09:05` of minutes; the end of the day is `24:00`, which a time field shows as `00:00`. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor((minutes % 1440) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Minutes of `09:05`, or null for no time. `00:00` as an end means the end of the day. */
export const minutesOf = (clock: string, isEnd: boolean): number | null => {
  const match = /^(\d{2}):(\d{2})$/.exec(clock);
  if (match === null) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return isEnd && minutes === 0 ? 1440 : minutes;
};

const without = (windows: readonly Window[], quiet: Window): Window[] =>
  windows
    .flatMap(({ from, to }) => [
      { from, to: Math.min(to, quiet.from) },
      { from: Math.max(from, quiet.to), to },
    ])
    .filter(({ from, to }) => from < to);

/** The same times without quiet ones; quiet over midnight is taken from both ends of the day. */
export const withoutQuiet = (windows: readonly Window[], quiet: Window): Window[] =>
  quiet.from < quiet.to
    ? without(windows, quiet)
    : without(without(windows, { from: quiet.from, to: 1440 }), { from: 0, to: quiet.to });

/** Days of the week, 0 = Sunday, in the order that the person is used to. */
export const daysFrom = (first: number): number[] => Array.from({ length: 7 }, (_one, index) => (first + index) % 7);
