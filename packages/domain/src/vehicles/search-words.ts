import { plateKey } from './plate-key.ts';

const maxWords = 12;
const maxWordLength = 24;

/** Words of a text as they are searched: lower case, without accents, at most twelve of them. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map((word) => word.slice(0, maxWordLength));

/** Everything by whose beginning a vehicle is found: all ends of its plate, and the words of its owner and make. */
export function vehicleWords(vehicle: { plate: string; owner: string | null; make: string | null }): string[] {
  const key = plateKey(vehicle.plate);
  const signs = Array.from(key);
  const ends = signs.map((_sign, at) => signs.slice(at).join(''));
  const others = [vehicle.owner, vehicle.make].flatMap((text) => (text === null ? [] : wordsOf(text)));
  return [...new Set([...ends, ...others])];
}

/** What somebody types into the search: as a part of a plate, and as words that all must begin some word. */
export const searchedWords = (text: string): { key: string; words: string[] } => ({
  key: plateKey(text),
  words: wordsOf(text),
});
