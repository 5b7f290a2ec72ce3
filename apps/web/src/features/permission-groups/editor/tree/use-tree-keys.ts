import { useState, type KeyboardEvent } from 'react';
import type { TreeRow } from './entity-tree.ts';

interface TreeKeys {
  rows: readonly TreeRow[];
  onOpen: (row: TreeRow) => void;
  onChoose: (row: TreeRow) => void;
  /** Brings a line into sight. */
  onMove: (index: number) => void;
}

/** The keyboard of a tree: up and down, in and out in the direction of the script, Home and End, Space and Enter. */
export const useTreeKeys = ({ rows, onOpen, onChoose, onMove }: TreeKeys) => {
  const [activeId, setActiveId] = useState<string | null>(null);
  const found = rows.findIndex(({ id }) => id === activeId);
  const active = Math.max(0, found);
  const go = (index: number): void => {
    const row = rows[Math.min(Math.max(0, index), rows.length - 1)];
    if (row === undefined) return;
    setActiveId(row.id);
    onMove(rows.indexOf(row));
  };
  const inwards = (row: TreeRow): void => {
    if (row.hasChildren && !row.isOpen) onOpen(row);
    else if (row.hasChildren) go(active + 1);
  };
  const outwards = (row: TreeRow): void => {
    if (row.isOpen && row.id !== null) onOpen(row);
    else go(rows.findLastIndex(({ level }, index) => index < active && level < row.level));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const row = rows[active];
    if (row === undefined) return;
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const deeds: Record<string, () => void> = {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (isMirrored ? outwards(row) : inwards(row)),
      ArrowLeft: () => (isMirrored ? inwards(row) : outwards(row)),
      Enter: () => onChoose(row),
      ' ': () => onChoose(row),
    };
    const deed = deeds[event.key];
    if (deed === undefined) return;
    event.preventDefault();
    deed();
  };
  return { active, setActiveId, onKeyDown };
};
