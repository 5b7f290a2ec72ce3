import { useState, type KeyboardEvent } from 'react';
import type { TreeRow } from '../tree/entity-tree.ts';

/** Where the keys would act: a line, and a column of it; column -1 is the name. */
export interface MatrixPlace {
  rowId: string | null;
  column: number;
}

interface MatrixKeys {
  rows: readonly TreeRow[];
  columnCount: number;
  onOpen: (row: TreeRow) => void;
  onToggle: (row: TreeRow, column: number) => void;
  /** Brings a line into sight. */
  onMove: (index: number) => void;
}

/** The keyboard of the matrix: arrows from cell to cell in the direction of the script, Home and End along the line, Space and Enter. */
export const useMatrixKeys = ({ rows, columnCount, onOpen, onToggle, onMove }: MatrixKeys) => {
  const [place, setPlace] = useState<MatrixPlace>({ rowId: null, column: 0 });
  const activeRow = Math.max(
    0,
    rows.findIndex(({ id }) => id === place.rowId),
  );
  // Another subject has fewer columns.
  const column = Math.min(place.column, columnCount - 1);
  const goRow = (index: number): void => {
    const row = rows[Math.min(Math.max(0, index), rows.length - 1)];
    if (row === undefined) return;
    setPlace({ rowId: row.id, column });
    onMove(rows.indexOf(row));
  };
  const goColumn = (next: number): void =>
    setPlace({ rowId: rows[activeRow]?.id ?? null, column: Math.min(Math.max(-1, next), columnCount - 1) });
  const act = (): void => {
    const row = rows[activeRow];
    if (row === undefined) return;
    if (column >= 0) onToggle(row, column);
    else if (row.hasChildren && row.id !== null) onOpen(row);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const deeds: Record<string, () => void> = {
      ArrowDown: () => goRow(activeRow + 1),
      ArrowUp: () => goRow(activeRow - 1),
      ArrowRight: () => goColumn(column + forward),
      ArrowLeft: () => goColumn(column - forward),
      Home: () => goColumn(-1),
      End: () => goColumn(columnCount - 1),
      Enter: act,
      ' ': act,
    };
    const deed = deeds[event.key];
    if (deed === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    deed();
  };
  return { active: { row: activeRow, column }, setPlace, onKeyDown };
};
