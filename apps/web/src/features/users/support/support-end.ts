const dayMs = 86_400_000;

/** Help lasts at most so many days. */
export const longestSupportDays = 90;

/** Lengths of help to choose from, in days. */
export const supportDays = [1, 7, 30, longestSupportDays] as const;

/** An end so many days ahead, to the minute. The longest one stays a minute inside of what the server takes. */
export const endAfter = (days: number, nowUtcMs: number): number =>
  Math.floor((nowUtcMs + days * dayMs) / 60_000) * 60_000 - (days === longestSupportDays ? 60_000 : 0);

/** Whether help may end then. */
export const isSupportEnd = (utcMs: number, nowUtcMs: number): boolean =>
  utcMs > nowUtcMs && utcMs <= nowUtcMs + longestSupportDays * dayMs;

const two = (value: number): string => String(value).padStart(2, '0');

/** An instant as the browser's own field for day and time wants it, on this machine's clock. */
export const localText = (utcMs: number): string => {
  const date = new Date(utcMs);
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** Opposite of {@link localText}; null while it is incomplete. */
export const localInstant = (text: string): number | null => {
  const utcMs = new Date(text).getTime();
  return text === '' || Number.isNaN(utcMs) ? null : utcMs;
};
