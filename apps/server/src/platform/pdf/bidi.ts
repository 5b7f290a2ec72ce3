/** A piece of a line that is written in one direction. */
export interface Run {
  text: string;
  isRtl: boolean;
}

export type Direction = 'ltr' | 'rtl';

type Kind = 'L' | 'R' | 'number' | 'separator' | 'neutral';

/** Marks that steer direction, and controls: what somebody typed must not turn the words around it. */
const invisible = /[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;
const mirrored: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

function kindOf(sign: string): Kind {
  if (/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(sign) && !/\p{Nd}/u.test(sign)) return 'R';
  if (/\p{Nd}/u.test(sign)) return 'number';
  if (/[.,:/+-]/.test(sign)) return 'separator';
  return /\p{L}/u.test(sign) ? 'L' : 'neutral';
}

/** One separator between two digits belongs to the number; others are neutral. */
const joinNumbers = (kinds: readonly Kind[]): Kind[] =>
  kinds.map((kind, at) => {
    if (kind !== 'separator') return kind;
    return kinds[at - 1] === 'number' && kinds[at + 1] === 'number' ? 'number' : 'neutral';
  });

/** Numbers that follow Latin letters count as such. */
function leadNumbers(kinds: readonly Kind[]): Kind[] {
  let strong: Kind = 'neutral';
  return kinds.map((kind) => {
    if (kind === 'L' || kind === 'R') strong = kind;
    return kind === 'number' && strong === 'L' ? 'L' : kind;
  });
}

/** 0: left to right in such a line; 1: right to left; 2: left to right within that. */
function levels(kinds: readonly Kind[], base: Direction): number[] {
  const baseLevel = base === 'rtl' ? 1 : 0;
  const ofKind: Record<Kind, number | null> = {
    L: baseLevel === 1 ? 2 : 0,
    R: 1,
    number: 2,
    separator: null,
    neutral: null,
  };
  const leads = kinds.findIndex((kind) => kind === 'L' || kind === 'R');
  // A number before all letters goes as the line does.
  const found = kinds.map((kind, at) =>
    kind === 'number' && baseLevel === 0 && (leads === -1 || at < leads) ? 0 : ofKind[kind],
  );
  const isR = (level: number, kind: Kind | undefined): boolean => level === 1 || (kind === 'number' && level === 2);
  return found.map((level, at) => {
    if (level !== null) return level;
    const before = found.findLastIndex((known, index) => index < at && known !== null);
    const after = found.findIndex((known, index) => index > at && known !== null);
    const sides = [before, after].map((index) => (index < 0 ? baseLevel === 1 : isR(found[index] ?? 0, kinds[index])));
    if (sides[0] === sides[1]) return sides[0] ? 1 : baseLevel === 1 ? 2 : 0;
    return baseLevel;
  });
}

/** Text without marks that steer its direction. */
export const plainText = (text: string): string =>
  text.toWellFormed().replaceAll(/\s+/gu, ' ').replaceAll(invisible, '');

/**
 * Pieces of one line from left to right as they are seen, by the rules of Unicode's bidirectional algorithm without
 * embeddings (UAX 9: W4, W7, N1, N2, I1, I2, L2, L4). The text of a piece stays in the order in which it is read.
 */
export function visualRuns(line: string, base: Direction): Run[] {
  const signs = Array.from(line);
  const level = levels(leadNumbers(joinNumbers(signs.map(kindOf))), base);
  const runs: { level: number; signs: string[] }[] = [];
  for (const [at, sign] of signs.entries()) {
    const own = level[at] ?? 0;
    const last = runs.at(-1);
    if (last?.level === own) last.signs.push(sign);
    else runs.push({ level: own, signs: [sign] });
  }
  return ordered(runs).map(({ level: own, signs: run }) => ({
    text: (own === 1 ? run.map((sign) => mirrored[sign] ?? sign) : run).join(''),
    isRtl: own === 1,
  }));
}

/** Turns every row of pieces at or above a level around, from the highest level down to the lowest odd one. */
function ordered<T extends { level: number }>(runs: readonly T[]): T[] {
  let row = [...runs];
  for (const level of [2, 1]) {
    const next: T[] = [];
    let turned: T[] = [];
    for (const run of row) {
      if (run.level >= level) turned.unshift(run);
      else {
        next.push(...turned, run);
        turned = [];
      }
    }
    row = [...next, ...turned];
  }
  return row;
}
