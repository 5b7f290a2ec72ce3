import type { Alert } from '@sightline/contracts/alerts/alert';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useId, useRef, type MouseEvent, type RefObject } from 'react';
import { useNow } from '../../../platform/clock/use-now.ts';
import { DrawnLine, DrawnLines } from '../../../ui/lists/drawn-lines.tsx';
import { AlertRow } from './alert-row.tsx';
import { useSteadyRows } from './use-steady-rows.ts';
import classes from './queue.module.css';

interface AlertQueueProps {
  label: string;
  rows: readonly Alert[];
  /** Alerts that exist, loaded or not. */
  total: number;
  openId: string | undefined;
  scroller: RefObject<HTMLDivElement | null>;
  /** Whether somebody reads: then rows stay where they are. */
  isReading: () => boolean;
  onOpen: (id: string) => void;
  onEndReached: () => void;
}

const rowPx = 72;
const nearEnd = 20;
const nowEveryMs = 60_000;
/** The row of what was opened may be drawn a moment later. Once people scroll by themselves, the queue stays where they are. */
const showsWithinMs = 2000;

/** Alerts one below the other, only those in sight in the page. The keys are those of the screen. */
export function AlertQueue({ label, rows, total, openId, scroller, isReading, onOpen, onEndReached }: AlertQueueProps) {
  const idStart = useId();
  const nowUtcMs = useNow(nowEveryMs);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  useSteadyRows(scroller, isReading);
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length < total && lastIndex >= rows.length - nearEnd) onEndReached();
  }, [lastIndex, rows.length, total, onEndReached]);
  const openIndex = rows.findIndex(({ id }) => id === openId);
  const openedAtMs = useRef(0);
  const showOpen = useEffectEvent(() => {
    if (openIndex >= 0 && performance.now() - openedAtMs.current < showsWithinMs) virtualizer.scrollToIndex(openIndex);
  });
  // What is open stays in sight when the keys go on; new rows above it move nothing.
  useEffect(() => {
    openedAtMs.current = performance.now();
  }, [openId]);
  const isLoaded = openIndex >= 0;
  useEffect(() => showOpen(), [openId, isLoaded]);
  const click = ({ target }: MouseEvent): void => {
    const id = target instanceof Element ? target.closest('[data-alert]')?.getAttribute('data-alert') : null;
    if (id !== null && id !== undefined) onOpen(id);
  };
  return (
    <DrawnLines
      ref={scroller}
      role="listbox"
      aria-label={label}
      aria-activedescendant={
        items.some(({ index }) => index === openIndex) ? `${idStart}-${String(openId)}` : undefined
      }
      tabIndex={0}
      heightPx={virtualizer.getTotalSize()}
      className={classes.queue}
      onClick={click}
    >
      {items.map(({ index, key, start }) => {
        const alert = rows[index];
        if (alert === undefined) return null;
        return (
          <DrawnLine
            gap={16}
            key={key}
            id={`${idStart}-${alert.id}`}
            role="option"
            aria-selected={alert.id === openId}
            aria-posinset={index + 1}
            aria-setsize={total}
            data-alert={alert.id}
            data-handling={alert.handling}
            isActive={alert.id === openId}
            startPx={start}
            className={classes.row}
          >
            <AlertRow alert={alert} nowUtcMs={nowUtcMs} />
          </DrawnLine>
        );
      })}
    </DrawnLines>
  );
}
