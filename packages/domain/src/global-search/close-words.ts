const maxLetters = 40;

/** How many letters of a typed word may be wrong: none in short words and in numbers, where another one is another thing. */
export const typosAllowed = (typed: string): 0 | 1 | 2 => {
  if (typed.length < 4 || typed.length > maxLetters || /\p{Nd}/u.test(typed)) return 0;
  return typed.length < 8 ? 1 : 2;
};

/**
 * Least number of wrong, missing, superfluous or exchanged letters between what was typed and a beginning of the word;
 * infinite when there are more than `most`.
 */
export function typosToBeginning(typed: string, word: string, most: number): number {
  const width = Math.min(word.length, typed.length + most);
  if (width < typed.length - most) return Infinity;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: width + 1 }, (_, at) => at)];
  for (let row = 1; row <= typed.length; row++) {
    const next = [row];
    for (let at = 1; at <= width; at++) {
      const isSame = typed[row - 1] === word[at - 1];
      let least = Math.min((last[at - 1] ?? 0) + (isSame ? 0 : 1), (last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1);
      const isExchanged = row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1];
      if (isExchanged) least = Math.min(least, (before[at - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return Infinity;
    [before, last] = [last, next];
  }
  const least = Math.min(...last);
  return least <= most ? least : Infinity;
}

/** The words that the typed one was most probably meant to begin: those with the fewest typos, the shortest first; none when there are too many typos. */
export function closestWords(typed: string, words: readonly string[], limit: number): string[] {
  let most: number = typosAllowed(typed);
  let found: string[] = [];
  if (most === 0) return found;
  for (const word of words) {
    const typos = typosToBeginning(typed, word, most);
    if (typos > most) continue;
    if (typos < most) found = [];
    most = typos;
    found.push(word);
  }
  return found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, limit);
}
