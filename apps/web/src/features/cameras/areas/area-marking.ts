/** Which area is marked, kept where it outlives the editor: in the address. */
export interface AreaMarking {
  /** Index of the area that is marked at first, from 0; the first one when there is none so far. */
  first: number;
  keep: (markedIdx: number | null) => void;
}

/** The number of an area as it stands in an address, from 1, as an index; what is none means the first. */
export const markedIndexOf = (text: string | undefined): number => {
  const number = Number(text ?? '1');
  return Number.isInteger(number) && number >= 1 ? number - 1 : 0;
};

/** What is marked when the editor opens on this many areas. */
export const firstMarked = (first: number, areaCount: number): number | null => {
  if (areaCount === 0) return null;
  return first < areaCount ? first : 0;
};
