import { byteOrderMark, csvLine } from '@sightline/domain/texts/csv-cells';

/** A file of rows, with the mark by which spreadsheets know its encoding. */
export const csvOf = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([byteOrderMark, rows.map(csvLine).join('')], { type: 'text/csv;charset=utf-8' });
