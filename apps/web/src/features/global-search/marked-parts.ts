import { foldName, searchWords } from '@sightline/domain/global-search/fold-name';

/** A piece of a name, marked where it is what was typed. */
export interface MarkedPart {
  text: string;
  isMarked: boolean;
  /** Place of its first sign. */
  at: number;
}

/** Every sign of the name with what it is folded to; signs that folding drops belong to the one before. */
const foldedSigns = (name: string): { text: string; folded: string }[] => {
  const signs: { text: string; folded: string }[] = [];
  for (const sign of name) {
    // A letter around it tells what is dropped from what stays a sign.
    const folded = foldName(`a${sign}a`).slice(1, -1);
    const last = signs.at(-1);
    if (folded === '' && last !== undefined) last.text += sign;
    else signs.push({ text: sign, folded });
  }
  return signs;
};

/** A name cut into what was typed and what was not: a beginning of a word where there is one, else any part. */
export function markedParts(name: string, typed: string): MarkedPart[] {
  const signs = foldedSigns(name);
  const starts: number[] = [];
  let folded = '';
  for (const sign of signs) {
    starts.push(folded.length);
    folded += sign.folded;
  }
  const marked = new Set<number>();
  for (const word of searchWords(typed)) {
    const inside = ` ${folded}`.indexOf(` ${word}`);
    const at = inside === -1 ? folded.indexOf(word) : inside;
    if (at === -1) continue;
    for (const [index, start] of starts.entries()) if (start >= at && start < at + word.length) marked.add(index);
  }
  const parts: MarkedPart[] = [];
  for (const [index, { text }] of signs.entries()) {
    const isMarked = marked.has(index);
    const last = parts.at(-1);
    if (last?.isMarked === isMarked) last.text += text;
    else parts.push({ text, isMarked, at: index });
  }
  return parts;
}
