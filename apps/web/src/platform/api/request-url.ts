/** Parts of a request as the contract names them. */
export interface RequestParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};

/**
 * Fills the braces of a contract path and appends the query. Absent and empty values are left out; every value is
 * percent-encoded, so that an id from outside cannot change the path.
 */
export const requestUrl = (path: string, deps: RequestParts): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, key: string) => {
    const value = textOf(deps.params?.[key]);
    if (value === '') throw new Error(`path parameter ${key} of ${path} is missing`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(deps.query ?? {})) {
    const text = textOf(value);
    if (text !== '') search.set(key, text);
  }
  const query = search.toString();
  return query === '' ? filled : `${filled}?${query}`;
};
