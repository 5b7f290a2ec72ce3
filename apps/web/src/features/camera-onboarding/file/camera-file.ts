import type { ImportRowInput } from '@sightline/contracts/camera-onboarding/camera-import';
import { openCell } from '@sightline/domain/texts/csv-cells';

/** Headings of the file. Written out here because the contract's own value would bring its validation library along. */
export const headings = ['name', 'ip', 'port', 'username', 'password', 'connection string'] as const;
type Heading = (typeof headings)[number];

const rowLimit = 10_000;
const fieldOf = {
  name: 'name',
  ip: 'ip',
  port: 'port',
  username: 'username',
  password: 'password',
  'connection string': 'connectionString',
} as const;
/** As much of a cell as the server takes: more than it accepts of any, so that it says of a longer one that it is too long. */
const limits: Record<Heading, number> = {
  name: 500,
  ip: 500,
  port: 50,
  username: 500,
  password: 500,
  'connection string': 3000,
};

/** Why a file cannot be read. Lines are those of the file, from 1. */
export type FileProblem =
  | { kind: 'encoding' | 'empty' }
  | { kind: 'missingColumns' | 'extraColumns' | 'doubleColumns'; columns: string[] }
  | { kind: 'quotes'; line: number }
  | { kind: 'tooMany'; found: number };

export type FileContent = { rows: ImportRowInput[]; problems: [] } | { rows: null; problems: FileProblem[] };

/** Text of a file in UTF-8, with or without its mark, or in UTF-16 as some programs write it; null for anything else. */
export function textOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch (malformed) {
    if (!(malformed instanceof TypeError)) throw malformed;
    return null;
  }
}

/** What stands between cells: the one of three that the first line has most of. */
function delimiterOf(text: string): string {
  const head = /^\s*([^\r\n]*)/.exec(text)?.[1] ?? '';
  const count = (delimiter: string): number => head.split(delimiter).length;
  return [';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best), ',');
}

function columnProblems(found: readonly string[]): FileProblem[] {
  const missing = headings.filter((heading) => !found.includes(heading));
  const extra = found.filter((heading) => !(headings as readonly string[]).includes(heading));
  const double = headings.filter((heading) => found.filter((one) => one === heading).length > 1);
  return [
    ...(missing.length > 0 ? [{ kind: 'missingColumns' as const, columns: [...missing] }] : []),
    ...(extra.length > 0 ? [{ kind: 'extraColumns' as const, columns: extra }] : []),
    ...(double.length > 0 ? [{ kind: 'doubleColumns' as const, columns: [...double] }] : []),
  ];
}

interface Line {
  line: number;
  /** Null where a quotation mark is opened and not closed. */
  cells: readonly string[] | null;
}

/** A cell with line breaks goes over so many lines at most; longer ones are no cell of a camera. */
const maxLinesOfRow = 20;

type Parse = (text: string) => { data: string[][]; isWhole: boolean };

/** Rows with the line of the file that each begins at: a cell may go over several. */
function numbered(rows: readonly string[][]): Line[] {
  let line = 1;
  return rows.map((cells) => {
    const breaks = cells.join('').match(/\r\n|\n|\r/g)?.length ?? 0;
    const row = { line, cells };
    line += 1 + breaks;
    return row;
  });
}

/** Rows of a text with a quotation mark that is never closed: the mark would swallow all that follows, so each line begins anew. */
function readAround(text: string, parse: Parse): Line[] {
  const lines = text.split(/\r\n|\n|\r/);
  const rows: Line[] = [];
  for (let at = 0; at < lines.length;) {
    const row = rowAt(lines, at, parse);
    rows.push({ line: at + 1, cells: row?.cells ?? null });
    at += row?.lines ?? 1;
  }
  return rows;
}

/** The row that begins at a line, and over how many lines it goes; null where its quotation marks do not match. */
function rowAt(lines: readonly string[], at: number, parse: Parse): { cells: string[]; lines: number } | null {
  const most = Math.min(maxLinesOfRow, lines.length - at);
  for (let count = 1; count <= most; count += 1) {
    const { data, isWhole } = parse(lines.slice(at, at + count).join('\n'));
    if (isWhole) return { cells: data[0] ?? [], lines: count };
  }
  return null;
}

/** A row with more or fewer cells than the heading goes without any: a password that slipped into another column must not be shown as something else. */
function readLine({ line, cells }: Line, columns: readonly Heading[]): ImportRowInput {
  const row: ImportRowInput = { line, name: '', ip: '', port: '', username: '', password: '', connectionString: '' };
  if (cells === null) return { ...row, hasOpenQuote: true };
  const isSurplusEmpty = cells.slice(columns.length).every((cell) => cell.trim() === '');
  if (cells.length < columns.length || !isSurplusEmpty) return { ...row, hasOtherCells: true };
  for (const [index, column] of columns.entries())
    row[fieldOf[column]] = openCell(cells[index] ?? '').slice(0, limits[column]);
  return row;
}

/** Names of the columns as they are compared. Spreadsheets write empty cells behind the last heading, as they do in each row. */
function namesOf(cells: readonly string[]): string[] {
  const names = cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_]+/g, ' '),
  );
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

/** Rows of a file of cameras, or everything that is wrong with the file, and where. What is wrong in a row is said at the row. */
export async function readCameraFile(bytes: Uint8Array): Promise<FileContent> {
  const text = textOf(bytes);
  if (text === null) return { rows: null, problems: [{ kind: 'encoding' }] };
  const { default: papa } = await import('papaparse');
  const delimiter = delimiterOf(text);
  const parse: Parse = (part) => {
    const { data, errors } = papa.parse<string[]>(part, { delimiter, skipEmptyLines: false });
    return { data, isWhole: errors.every(({ type }) => type !== 'Quotes') };
  };
  const { data, isWhole } = parse(text);
  const all = isWhole ? numbered(data) : readAround(text, parse);
  const [head, ...body] = all.filter(({ cells }) => cells === null || cells.some((cell) => cell.trim() !== ''));
  if (head?.cells === null) return { rows: null, problems: [{ kind: 'quotes', line: head.line }] };
  if (head === undefined || body.length === 0) return { rows: null, problems: [{ kind: 'empty' }] };
  const columns = namesOf(head.cells);
  const wrongColumns = columnProblems(columns);
  if (wrongColumns.length > 0) return { rows: null, problems: wrongColumns };
  if (body.length > rowLimit) return { rows: null, problems: [{ kind: 'tooMany', found: body.length }] };
  return { rows: body.map((line) => readLine(line, columns as Heading[])), problems: [] };
}
