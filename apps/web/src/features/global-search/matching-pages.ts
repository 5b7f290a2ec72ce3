import { closestWords } from '@sightline/domain/global-search/close-words';
import { foldName, searchWords } from '@sightline/domain/global-search/fold-name';
import type { FittingEntry, PaletteEntry } from './palette-entry.ts';

/** How well a page fits what was typed, on the scale of the server; null when it does not. */
export function fitOf(words: readonly string[], page: Pick<PaletteEntry, 'name' | 'detail'>): number | null {
  const name = ` ${foldName(page.name)}`;
  const about = ` ${foldName(page.detail.join(' '))}`;
  const whole = ` ${words.join(' ')}`;
  if (name === whole) return 1;
  if (name.startsWith(whole)) return 0.9;
  if (words.every((word) => name.includes(` ${word}`))) return 0.8;
  if (words.every((word) => name.includes(word))) return 0.7;
  if (words.every((word) => name.includes(word) || about.includes(` ${word}`))) return 0.6;
  const known = name.trim().split(' ');
  return words.every((word) => name.includes(word) || closestWords(word, known, 1).length > 0) ? 0.5 : null;
}

/** Pages that fit, the best first, then in the order in which they were given. */
export function matchingPages(typed: string, pages: readonly PaletteEntry[]): FittingEntry[] {
  const words = searchWords(typed);
  if (words.length === 0) return [];
  return pages
    .flatMap((page) => {
      const score = fitOf(words, page);
      return score === null ? [] : [{ ...page, score }];
    })
    .toSorted((a, b) => b.score - a.score);
}
