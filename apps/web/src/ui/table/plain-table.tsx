import type { ReactNode } from 'react';
import classes from './plain-table.module.css';

interface PlainTableProps<T> {
  /** What the rows are, for people who do not see the page. */
  label: string;
  columns: readonly { id: string; header: string; cell: (row: T) => ReactNode; isNumber?: boolean }[];
  rows: readonly T[];
  rowKey: (row: T, index: number) => string;
}

/** A table of few hundred rows at most, in the flow of the page; wide ones scroll by themselves. */
export function PlainTable<T>({ label, columns, rows, rowKey }: PlainTableProps<T>) {
  return (
    <div className={classes.scroller}>
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
