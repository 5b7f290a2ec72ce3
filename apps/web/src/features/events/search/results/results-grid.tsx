import type { Event } from '@sightline/contracts/events/event';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { EventCard } from './event-card.tsx';
import { cardAfterKey, columnsOf, resultRows, rowOfCard } from './result-rows.ts';
import { useSize } from './use-size.ts';
import { Row } from '../../../../ui/layout/row.tsx';
import classes from './results.module.css';

interface ResultsGridProps {
  label: string;
  items: readonly Event[];
  /** Events that exist, loaded or not. */
  total: number;
  openId: string | undefined;
  scroller: RefObject<HTMLDivElement | null>;
  renderPreview: (event: Event) => ReactNode;
  likenessOf?: (index: number) => ReactNode;
  /** Cards above the line of the model's threshold. */
  lineAt?: number | null;
  line?: ReactNode;
  onEndReached?: () => void;
}

const gapPx = 16;
const rowGapPx = 24;
const textPx = 72;
const linePx = 64;
const phonePx = 640;

/** The results as cards, only the visible ones in the page; arrows walk over all of them. */
export function ResultsGrid(props: ResultsGridProps) {
  const { label, items, total, openId, scroller, renderPreview, likenessOf, lineAt = null, line, onEndReached } = props;
  const grid = useRef<HTMLUListElement>(null);
  const { width, top } = useSize(grid, scroller);
  const [current, setCurrent] = useState(0);
  const [previewId, setPreviewId] = useState<string | null>(null);
  const wantsFocus = useRef(false);
  const showPreview = useCallback((event: Event | null): void => setPreviewId(event?.id ?? null), []);
  const columns = columnsOf(width, width < phonePx ? 150 : 224, gapPx);
  const cardPx = (width - gapPx * (columns - 1)) / columns;
  const rows = resultRows(items.length, columns, lineAt);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) =>
      rows[index]?.kind === 'line' ? linePx : Math.round((cardPx * 9) / 16) + textPx + rowGapPx,
    scrollMargin: top,
    overscan: 2,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, cardPx, lineAt]);
  const shown = virtualizer.getVirtualItems();
  const lastRow = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length < total && lastRow >= rows.length - 4) onEndReached?.();
  }, [lastRow, rows.length, items.length, total, onEndReached]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const card = grid.current?.querySelector<HTMLElement>(`[data-index="${current}"]`);
    if (!card) return;
    wantsFocus.current = false;
    card.focus({ preventScroll: true });
  });
  const walk = useEffectEvent((event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = cardAfterKey({
      key: event.key,
      index: current,
      rows,
      count: items.length,
      isRightToLeft: document.documentElement.dir === 'rtl',
    });
    if (next === null) return;
    event.preventDefault();
    wantsFocus.current = true;
    setCurrent(next);
    virtualizer.scrollToIndex(rowOfCard(rows, next));
  });
  useEffect(() => {
    const list = grid.current;
    list?.addEventListener('keydown', walk);
    return () => list?.removeEventListener('keydown', walk);
  }, []);
  const showOpen = useEffectEvent((): void => {
    const row = rowOfCard(
      rows,
      items.findIndex(({ id }) => id === openId),
    );
    if (row >= 0) virtualizer.scrollToIndex(row);
  });
  // The facts take their room from the results: what was opened stays in sight.
  useEffect(() => showOpen(), [columns]);
  const tabStop = Math.min(current, items.length - 1);
  return (
    <ul ref={grid} className={classes.grid} aria-label={label} style={{ blockSize: virtualizer.getTotalSize() }}>
      {shown.flatMap(({ index, start, size }) => {
        const row = rows[index];
        const place = { transform: `translateY(${start - top}px)` };
        if (row?.kind !== 'cards')
          return (
            <Row
              as="li"
              align="center"
              gap={12}
              key="line"
              className={classes.line}
              style={{ ...place, blockSize: size }}
            >
              {line}
            </Row>
          );
        return items.slice(row.first, row.first + row.length).map((event, offset) => (
          <li
            key={event.id}
            className={classes.cell}
            aria-setsize={total}
            aria-posinset={row.first + offset + 1}
            style={{ ...place, inlineSize: cardPx, insetInlineStart: offset * (cardPx + gapPx) }}
          >
            <EventCard
              event={event}
              index={row.first + offset}
              isCurrent={row.first + offset === tabStop}
              isOpen={event.id === openId}
              isOtherOpen={openId !== undefined}
              preview={event.id === previewId ? renderPreview(event) : null}
              likeness={likenessOf?.(row.first + offset)}
              onPreview={showPreview}
              onFocus={setCurrent}
            />
          </li>
        ));
      })}
    </ul>
  );
}
