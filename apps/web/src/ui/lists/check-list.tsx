import '@mantine/core/styles/CheckboxIndicator.css';
import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { DrawnLine, DrawnLines } from './drawn-lines.tsx';
import classes from './check-list.module.css';

/** One line of a {@link CheckList}: its name, and what is said below it. */
export interface CheckRow {
  id: string;
  name: string;
  note: string;
  isDisabled: boolean;
}

interface CheckListProps {
  label: string;
  rows: readonly CheckRow[];
  chosen: ReadonlySet<string>;
  onToggle: (row: CheckRow) => void;
  /** All lines that can be chosen; by Ctrl or Cmd with A. */
  onChooseAll: () => void;
}

const rowPx = 48;

/** Many lines to choose some of; only those in sight are in the page, and the whole list is one stop of the Tab key. */
export function CheckList({ label, rows, chosen, onToggle, onChooseAll }: CheckListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const idStart = useId();
  const [activeId, setActiveId] = useState<string | null>(null);
  const active = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtualizer.getVirtualItems();
  const lineId = (index: number): string => `${idStart}-${String(rows[index]?.id)}`;
  const toggle = (row: CheckRow | undefined): void => {
    if (row !== undefined && (!row.isDisabled || chosen.has(row.id))) onToggle(row);
  };
  const go = (index: number): void => {
    const next = Math.min(Math.max(0, index), rows.length - 1);
    setActiveId(rows[next]?.id ?? null);
    virtualizer.scrollToIndex(next);
  };
  const press = (event: KeyboardEvent): void => {
    const deeds: Record<string, () => void> = {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active - 1),
      PageDown: () => go(active + 5),
      PageUp: () => go(active - 5),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ' ': () => toggle(rows[active]),
      ...(event.ctrlKey || event.metaKey ? { KeyA: onChooseAll } : {}),
    };
    const deed = deeds[event.key] ?? deeds[event.code];
    if (deed === undefined) return;
    event.preventDefault();
    deed();
  };
  const click = ({ target }: MouseEvent): void => {
    const id = target instanceof Element ? target.closest('[data-row]')?.getAttribute('data-row') : null;
    const row = rows.find((one) => one.id === id);
    setActiveId(row?.id ?? null);
    toggle(row);
  };
  return (
    <DrawnLines
      ref={scroller}
      role="listbox"
      aria-label={label}
      aria-multiselectable="true"
      aria-activedescendant={items.some(({ index }) => index === active) ? lineId(active) : undefined}
      tabIndex={0}
      heightPx={virtualizer.getTotalSize()}
      className={classes.list}
      onKeyDown={press}
      onClick={click}
    >
      {items.map(({ index, key, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <DrawnLine
            gap={12}
            key={key}
            ref={virtualizer.measureElement}
            id={lineId(index)}
            role="option"
            aria-selected={chosen.has(row.id)}
            aria-disabled={row.isDisabled}
            aria-posinset={index + 1}
            aria-setsize={rows.length}
            data-index={index}
            data-row={row.id}
            isActive={index === active}
            startPx={start}
            className={classes.row}
          >
            <Checkbox.Indicator checked={chosen.has(row.id)} disabled={row.isDisabled} aria-hidden="true" />
            <span className={classes.words}>
              <bdi className={classes.name}>{row.name}</bdi>
              <span className={classes.note}>{row.note}</span>
            </span>
          </DrawnLine>
        );
      })}
    </DrawnLines>
  );
}
