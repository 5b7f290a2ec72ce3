/** The list with a thing added where it is absent and removed where it is present, in the order of `all`. */
export const toggled = <T>(all: readonly T[], list: readonly T[], thing: T): T[] =>
  all.filter((each) => (each === thing ? !list.includes(thing) : list.includes(each)));
