/**
 * Query parameters as plain strings in both directions. The router's own parser makes numbers of digits, which breaks
 * searches for number plates; a repeated parameter keeps its last value.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search.startsWith('?') ? search.slice(1) : search));

/** Opposite of {@link parseSearch}; empty and absent values are left out. */
export const stringifySearch = (search: Record<string, unknown>): string => {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== ''))
      parameters.set(key, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
};

/** A parameter that must be one of a few words, or nothing: a link with a wrong one still opens. */
export const oneOf = <const T extends string>(allowed: readonly T[], value: unknown): T | undefined =>
  allowed.find((word) => word === value);

/** A free text parameter of at most 200 characters, or nothing. */
export const textParameter = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id of something by which a list is narrowed, or nothing: what names nothing would make the server refuse the whole list. */
export const idParameter = (value: unknown): string | undefined =>
  typeof value === 'string' && uuid.test(value) ? value : undefined;

/** Ids with commas between them, at most a hundred, or nothing. */
export const listParameter = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 3700) : undefined;

/** A parameter that opens something by being there; `false` does not. */
export const flag = (search: Record<string, unknown>, name: string): 'true' | undefined =>
  name in search && search[name] !== 'false' && search[name] !== undefined ? 'true' : undefined;
