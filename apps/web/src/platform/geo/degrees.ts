const decimal = /^-?\d{1,3}(\.\d{1,15})?$/;

/** Degrees as a number; null when the text is none, or beyond the limit. */
export const degreesOf = (text: string, limit: 90 | 180): number | null => {
  const typed = text.trim().replace('\u2212', '-');
  if (!decimal.test(typed)) return null;
  const degrees = Number(typed);
  return Math.abs(degrees) <= limit ? degrees : null;
};

/** The place that two typed texts name; null while one of them is no degrees. */
export const pointOf = ({ lat, lon }: { lat: string; lon: string }): { lat: number; lon: number } | null => {
  const [north, east] = [degreesOf(lat, 90), degreesOf(lon, 180)];
  return north === null || east === null ? null : { lat: north, lon: east };
};
