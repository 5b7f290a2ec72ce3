/** A row of the results: some cards side by side, or the line below which the model no longer says "the same". */
export type ResultRow = { kind: 'cards'; first: number; length: number } | { kind: 'line' };

/** Rows of `count` cards; `lineAt` is the number of cards above the line, or null for none. */
export function resultRows(count: number, columns: number, lineAt: number | null): ResultRow[] {
  const rows: ResultRow[] = [];
  const add = (from: number, to: number): void => {
    for (let first = from; first < to; first += columns)
      rows.push({ kind: 'cards', first, length: Math.min(columns, to - first) });
  };
  if (lineAt === null) add(0, count);
  else {
    add(0, lineAt);
    rows.push({ kind: 'line' });
    add(lineAt, count);
  }
  return rows;
}

/** The row that holds a card. */
export const rowOfCard = (rows: readonly ResultRow[], index: number): number =>
  rows.findIndex((row) => row.kind === 'cards' && index >= row.first && index < row.first + row.length);

/** How many cards stand side by side. */
export const columnsOf = (widthPx: number, minPx: number, gapPx: number): number =>
  Math.max(1, Math.floor((widthPx + gapPx) / (minPx + gapPx)));

interface Step {
  key: string;
  index: number;
  rows: readonly ResultRow[];
  count: number;
  isRightToLeft: boolean;
}

/** The card that a key leads to, as the eye sees it; null for other keys. */
export function cardAfterKey({ key, index, rows, count, isRightToLeft }: Step): number | null {
  const within = (wanted: number): number => Math.min(count - 1, Math.max(0, wanted));
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowLeft') return within(index + (isRightToLeft ? 1 : -1));
  if (key === 'ArrowRight') return within(index + (isRightToLeft ? -1 : 1));
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const cards = rows.filter((row) => row.kind === 'cards');
  const at = cards.findIndex((row) => index >= row.first && index < row.first + row.length);
  const here = cards[at];
  const there = cards[at + (key === 'ArrowDown' ? 1 : -1)];
  return here && there ? there.first + Math.min(index - here.first, there.length - 1) : index;
}
