import type { ReactNode } from 'react';
import scroll from '../scroll/sideways.module.css';
import classes from './plain-table.module.css';

/** A column: its heading, and what of a row stands in it. */
export interface PlainColumn<T> {
  id: string;
  header: ReactNode;
  cell: (row: T) => ReactNode;
  /** Figures of one width, never broken into lines. */
  isNumber?: boolean;
}

interface PlainTableProps<T> {
  /** What the rows are, for people who do not see the page. */
  label: string;
  columns: readonly PlainColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T, index: number) => string;
}

/** A table of few hundred rows at most, in the flow of the page; wide ones scroll by themselves, and a shade says so. */
export function PlainTable<T>({ label, columns, rows, rowKey }: PlainTableProps<T>) {
  return (
    // What does not fit is scrolled to by the arrows, and a table without links holds nothing else that the keyboard could reach.
    <div className={`${scroll.sideways} ${classes.scroller}`} role="region" aria-label={label} tabIndex={0}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, header }) => (
              <th key={id} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map(({ id, cell, isNumber }) => (
                <td key={id} data-number={isNumber === true}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
