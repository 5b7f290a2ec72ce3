import { useEffect, useRef, useState, type RefObject } from 'react';

const maxSteps = 100;

/** What was before each step, so that it can be taken back. */
export interface DrawingHistory<T> {
  canUndo: boolean;
  /** Makes a step. Steps with the same mark in a row count as one: a drag, a name being typed, a corner moved by keys. */
  commit: (next: T, mark?: string) => void;
  undo: () => void;
}

/** Steps of one editor; they are forgotten with it. */
export const useHistory = <T>(drawn: T, onChange: (drawn: T) => void): DrawingHistory<T> => {
  const [past, setPast] = useState<readonly T[]>([]);
  const lastMark = useRef<string | undefined>(undefined);
  return {
    canUndo: past.length > 0,
    commit: (next, mark) => {
      if (mark === undefined || mark !== lastMark.current) setPast([...past, drawn].slice(-maxSteps));
      lastMark.current = mark;
      onChange(next);
    },
    undo: () => {
      const before = past.at(-1);
      if (before === undefined) return;
      setPast(past.slice(0, -1));
      lastMark.current = undefined;
      onChange(before);
    },
  };
};

/** Ctrl+Z or Cmd+Z anywhere inside, except where text is typed: there it takes back what was typed. */
export const useUndoKeys = (undo: () => void): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(undo);
  useEffect(() => {
    latest.current = undo;
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'z' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.target instanceof HTMLInputElement
      )
        return;
      event.preventDefault();
      latest.current();
    };
    element.addEventListener('keydown', onKey);
    return () => element.removeEventListener('keydown', onKey);
  }, []);
  return place;
};
