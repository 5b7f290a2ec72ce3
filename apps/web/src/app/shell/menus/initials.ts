/** At most two letters of a name: first letters of the first two words. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => word.slice(0, (word.codePointAt(0) ?? 0) > 0xffff ? 2 : 1))
    .join('')
    .toLocaleUpperCase();
