import { openCell } from '../texts/csv-cells.ts';

/** Row of a file, with the line that it begins at, from 1. */
export interface FileRow {
  line: number;
  /** Null where a quotation mark is opened and not closed. */
  cells: readonly string[] | null;
}

const separators = [',', ';', '\t', '|'];

/** Of a longer first line only its beginning is looked at: everything in one line is no file of vehicles. */
const headLength = 10_000;
/** A row has so many cells; further ones are passed over. */
const maxCells = 200;

/** Excel writes what stands between cells into a line of its own above all others. */
const saidSeparator = /^\uFEFF?sep=([,;\t|])[ \t]*(?:\r\n|\n|\r|$)/i;

/** What stands between cells: what the file says itself, else the one of four that the first line has most of. */
export function separatorOf(text: string): string {
  const said = saidSeparator.exec(text)?.[1];
  if (said !== undefined) return said;
  const head = /^\s*([^\r\n]*)/.exec(text.slice(0, headLength))?.[1] ?? '';
  const count = (separator: string): number => head.split(separator).length;
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** A cell goes over so many lines at most; a longer one is a quotation mark that was forgotten. */
const maxCellLength = 2_000;

/** Where the cell that begins here ends, and what is in it; null where its quotation mark isn't closed. */
function quotedCell(text: string, from: number): { value: string; end: number } | null {
  for (
    let end = text.indexOf('"', from + 1);
    end !== -1 && end - from <= maxCellLength;
    end = text.indexOf('"', end + 2)
  )
    if (text[end + 1] !== '"') return { value: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
  return null;
}

const lineEnds = /\r\n|\n|\r/g;

/** Looks for one of some signs, from a place on; the end of the text where there is none. */
function finderIn(text: string, signs: string): (from: number) => number {
  const found = new RegExp(`[${signs}]`, 'g');
  return (from) => {
    found.lastIndex = from;
    return found.exec(text)?.index ?? text.length;
  };
}

/**
 * Rows of a file one after the other, empty ones left out: it is never in memory as rows. Each sign is looked at once, however long a line
 * is and however many cells it has.
 */
export function* fileRows(text: string): Generator<FileRow> {
  const separator = separatorOf(text);
  const cellEnd = finderIn(text, `${separator}\r\n`);
  const lineEnd = finderIn(text, '\r\n');
  const heading = saidSeparator.exec(text)?.[0];
  let at = heading?.length ?? (text.startsWith('\uFEFF') ? 1 : 0);
  let line = heading === undefined ? 1 : 2;
  while (at < text.length) {
    const row: FileRow = { line, cells: null };
    const cells: string[] = [];
    let isWhole = true;
    for (;;) {
      const quoted = text[at] === '"' ? quotedCell(text, at) : undefined;
      isWhole = quoted !== null;
      if (quoted === null || cells.length === maxCells) {
        at = lineEnd(at);
        break;
      }
      const stop = cellEnd(quoted?.end ?? at);
      const value = quoted === undefined ? text.slice(at, stop) : quoted.value;
      if (quoted !== undefined) line += quoted.value.match(lineEnds)?.length ?? 0;
      cells.push(value.trim());
      at = stop;
      if (text[stop] !== separator) break;
      at += 1;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    line += 1;
    if (!isWhole) yield row;
    else if (cells.some((cell) => cell !== '')) yield { ...row, cells: cells.map(openCell) };
  }
}

/** Columns that a file can have, by the headings that people write. */
const headings = {
  plate: ['plate', 'licence plate', 'license plate', 'number plate', 'לוחית', 'לוחית רישוי', 'מספר רישוי'],
  owner: ['owner', 'בעלים'],
  make: ['make', 'manufacturer', 'יצרן'],
  color: ['color', 'colour', 'צבע'],
} as const;

/** A column of a file of vehicles. */
export type VehicleColumn = keyof typeof headings;

const columns = Object.keys(headings) as VehicleColumn[];

/** Where each column stands; null when the first row has no plates. Other columns are nobody's concern. */
export function columnsIn(first: FileRow | undefined): Partial<Record<VehicleColumn, number>> | null {
  const said = (first?.cells ?? []).map((cell) => cell.toLowerCase());
  const places: Partial<Record<VehicleColumn, number>> = {};
  for (const column of columns) {
    const place = said.findIndex((cell) => (headings[column] as readonly string[]).includes(cell));
    if (place !== -1) places[column] = place;
  }
  return places.plate === undefined ? null : places;
}
