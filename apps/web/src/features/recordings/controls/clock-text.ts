/** Reads `14:05` or `14:05:30` (also `9:5`); null when it is no time of day. */
export function parseClock(text: string): { hour: number; minute: number; second: number } | null {
  const match = /^\s*(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2}))?\s*$/.exec(text);
  if (!match) return null;
  const [hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return hour < 24 && minute < 60 && second < 60 ? { hour, minute, second } : null;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `14:05:30` */
export const clockText = ({ hour, minute, second }: { hour: number; minute: number; second: number }): string => `${two(hour)}:${two(minute)}:${two(second)}`;
