import { useState } from 'react';
import { canMoveTo, type ForestNode } from './location-forest.ts';

/** Dragging a site below another one. `targetId`: where it would be dropped; empty for the place of those that are part of none. */
export const useSiteDrag = (onMove: (node: ForestNode, target: ForestNode | null) => void) => {
  const [held, setHeld] = useState<ForestNode | null>(null);
  const [targetId, setTargetId] = useState<string | null>(null);
  const letGo = (): void => {
    setHeld(null);
    setTargetId(null);
  };
  const mayDrop = (node: ForestNode | null): boolean => held !== null && canMoveTo(held, node);
  const drop = (node: ForestNode | null): void => {
    if (held !== null && canMoveTo(held, node)) onMove(held, node);
    letGo();
  };
  const drag = {
    // A page that changes while a drag begins makes the browser give it up.
    onDragStart: (node: ForestNode) => void requestAnimationFrame(() => setHeld(node)),
    onDragOver: (node: ForestNode) => {
      if (!mayDrop(node)) return false;
      setTargetId(node.location.id);
      return true;
    },
    onDrop: drop,
    onDragEnd: letGo,
  };
  return { targetId, setTargetId, mayDrop, drop, drag };
};
