/** Signs that cameras and readers mistake for each other, and the one that stands for both. */
const folded: Record<string, string> = { O: '0', I: '1', B: '8', S: '5', Z: '2' };

/** A plate with confusable signs folded together: O/0, I/1, B/8, S/5, Z/2. */
export const foldPlate = (plate: string): string => plate.replaceAll(/[OIBSZ]/g, (sign) => folded[sign] ?? sign);

/** Wrong, missing or surplus signs that a search for this many signs forgives: one in five. */
export const forgivenSigns = (length: number): number => Math.floor(length / 5);

/**
 * Pieces of what is searched, of which at least one is found unchanged in everything that `resembles` it:
 * so many mistakes cannot touch every piece.
 */
export function certainPieces(wanted: string): string[] {
  const count = forgivenSigns(wanted.length) + 1;
  return Array.from({ length: count }, (_, index) =>
    wanted.slice(Math.floor((index * wanted.length) / count), Math.floor(((index + 1) * wanted.length) / count)),
  );
}

/** Fewest mistakes with which `wanted` is found anywhere in `text`. */
export function mistakesIn(text: string, wanted: string): number {
  // One row of the edit distance whose beginning and end in the text are free.
  let row = Array.from({ length: text.length + 1 }, () => 0);
  for (let i = 1; i <= wanted.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= text.length; j += 1) {
      const isSame = wanted[i - 1] === text[j - 1];
      next.push(Math.min((row[j - 1] ?? 0) + (isSame ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(...row);
}

/** True when a plate may be the one (or hold the part) that is searched, misread signs and one mistake in five forgiven. */
export const resembles = (plate: string, wanted: string): boolean =>
  mistakesIn(foldPlate(plate), foldPlate(wanted)) <= forgivenSigns(wanted.length);
