// Accents, vowel points, quotation marks (also those of Hebrew abbreviations) and signs that only steer the writing direction.
const unwritten =
  /[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u05F3\u05F4\u064B-\u065F\u0670\u00AD\u061C\u200B-\u200F\u2018-\u201F\u202A-\u202E\u2060-\u2069\uFEFF'"`\u00B4]+/g;
const separators = /[^\p{L}\p{Nd}]+/gu;
const finals: Readonly<Record<string, string>> = { ם: 'מ', ן: 'נ', ץ: 'צ', ף: 'פ', ך: 'כ' };

/**
 * A name as it is compared: lower case, without accents and vowel points, one space for every run of signs, final letters
 * of Hebrew as their usual form. A name that is nothing but signs stays as it is. The database folds with the same rule
 * (`fold_name`), and a test holds the two together.
 */
export const foldName = (name: string): string => {
  const folded = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[םןץףך]/g, (letter) => finals[letter] ?? letter)
    .replaceAll(unwritten, '')
    .replaceAll(separators, ' ')
    .trim();
  return folded === ''
    ? name
        .toLowerCase()
        .replaceAll(/\p{Cc}/gu, '')
        .trim()
    : folded;
};

const maxWords = 12;

/** The words of a query, folded, each once. */
export const searchWords = (query: string): string[] =>
  [...new Set(foldName(query).split(' '))].filter((word) => word !== '').slice(0, maxWords);
