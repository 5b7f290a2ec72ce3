import { useState, type KeyboardEvent } from 'react';
import type { TreeRow } from './location-forest.ts';

interface TreeKeys {
  rows: readonly TreeRow[];
  /** Opens a closed site, closes an open one. */
  onToggle: (id: string) => void;
  onChoose: (id: string) => void;
  /** Brings a line into view. */
  onReach: (index: number) => void;
}

/** Which line the keys are at, and what they do: the pattern of trees, with arrows in the direction of the script. */
export const useTreeKeys = ({ rows, onToggle, onChoose, onReach }: TreeKeys) => {
  const [activeId, setActiveId] = useState<string | null>(null);
  const found = rows.findIndex(({ node }) => node.location.id === activeId);
  const index = found === -1 ? 0 : found;
  const goTo = (next: number): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, next))];
    if (row === undefined) return;
    setActiveId(row.node.location.id);
    onReach(rows.indexOf(row));
  };
  const inward = ({ node, isOpen }: TreeRow): void => {
    if (node.children.length === 0) return;
    if (isOpen) goTo(index + 1);
    else onToggle(node.location.id);
  };
  const outward = ({ node, isOpen }: TreeRow): void => {
    if (isOpen) onToggle(node.location.id);
    else goTo(rows.findIndex((row) => row.node.location.id === node.path.at(-2)));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const row = rows[index];
    if (row === undefined) return;
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const deeds: Record<string, () => void> = {
      ArrowDown: () => goTo(index + 1),
      ArrowUp: () => goTo(index - 1),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => (isMirrored ? outward(row) : inward(row)),
      ArrowLeft: () => (isMirrored ? inward(row) : outward(row)),
      Enter: () => onChoose(row.node.location.id),
      ' ': () => onChoose(row.node.location.id),
    };
    const deed = deeds[event.key];
    if (deed === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    deed();
  };
  return { activeId: rows[index]?.node.location.id ?? null, setActiveId, onKeyDown };
};
