import { byteOrderMark, csvLine } from '@sightline/domain/texts/csv-cells';
import { saveFile } from './save-file.ts';

/** Gives lines of cells to the browser as a file for spreadsheets; the first holds the names of the columns. */
export const saveCsv = (lines: readonly (readonly string[])[], name: string): void =>
  saveFile(new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv;charset=utf-8' }), name);
