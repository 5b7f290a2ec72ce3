import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { Ellipsis } from '../layout/ellipsis.tsx';
import classes from './data-table.module.css';

/** One column. On phones a row has two lines: `title` and `end` above, `second` and `second-end` below, `side` beside both; others are left out. */
export interface Column<T> {
  id: string;
  header: ReactNode;
  cell: (row: T) => ReactNode;
  /** CSS grid track, for instance `minmax(160px, 2fr)`. */
  track: string;
  phone?: 'title' | 'end' | 'second' | 'second-end' | 'side';
  /** Rows can be put in the order of this column. */
  sort?: { state: 'ascending' | 'descending' | 'none'; onSort: () => void };
}

interface DataTableProps<T> {
  /** What the rows are, for people who do not see the page. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** Rows that exist, loaded or not. */
  total: number;
  /** Called when the end of what is loaded comes near. */
  onEndReached?: (() => void) | undefined;
  /** Height of the rows on every screen; 48, and 64 with the two lines of a phone, where absent. */
  rowPx?: number | undefined;
  /** No row holds a link or button, so that the keyboard reaches the table itself and moves it. */
  isOnlyRead?: boolean;
  /** The row that is open beside the table. */
  currentKey?: string | undefined;
}

const usualRowPx = 48;
const phoneRowPx = 64;
const nearEnd = 20;

/** Head of a column that rows are put in the order of. */
function SortButton({ state, onSort, children }: NonNullable<Column<unknown>['sort']> & { children: ReactNode }) {
  const Sign = state === 'descending' ? IconChevronDown : IconChevronUp;
  return (
    <button type="button" className={classes.sort} data-sorted={state !== 'none'} onClick={onSort}>
      {children}
      <Sign size={14} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

/** The one table: sticky head, rows of one height, only the visible rows in the page, row numbers for assistive technology. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, total, onEndReached, rowPx, isOnlyRead, currentKey } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isPhone = window.matchMedia('(max-width: 47.99em)').matches;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx ?? (isPhone ? phoneRowPx : usualRowPx),
    overscan: 8,
    getItemKey: (index) => rowKey(rows[index] as T),
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length < total && lastIndex >= rows.length - nearEnd) onEndReached?.();
  }, [lastIndex, rows.length, total, onEndReached]);
  const tracks = { '--table-tracks': columns.map(({ track }) => track).join(' ') } as CSSProperties;
  return (
    <div
      className={classes.scroller}
      ref={scroller}
      {...(isOnlyRead === true && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      <div role="table" aria-label={label} aria-rowcount={total + 1} aria-colcount={columns.length} style={tracks}>
        <div role="rowgroup" className={classes.head}>
          <div role="row" aria-rowindex={1} className={classes.headRow}>
            {columns.map(({ id, header, sort }) => (
              <Ellipsis as="div" key={id} role="columnheader" className={classes.headCell} aria-sort={sort?.state}>
                {sort === undefined ? header : <SortButton {...sort}>{header}</SortButton>}
              </Ellipsis>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.body} style={{ blockSize: virtualizer.getTotalSize() }}>
          {items.map(({ index, key, start, size }) => (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              className={classes.row}
              aria-current={currentKey !== undefined && key === currentKey ? 'true' : undefined}
              style={{ blockSize: size, transform: `translateY(${start}px)` }}
            >
              {columns.map(({ id, cell, phone }) => (
                <div key={id} role="cell" className={classes.cell} data-phone={phone ?? 'none'}>
                  {cell(rows[index] as T)}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
