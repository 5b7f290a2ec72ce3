/** Methods on their way out, with one more or one fewer. */
export const withRemoving = (ids: ReadonlySet<string>, id: string, isRemoving: boolean): ReadonlySet<string> =>
  new Set(isRemoving ? [...ids, id] : [...ids].filter((other) => other !== id));
