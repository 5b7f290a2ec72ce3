import type { ImportRowInput } from '@sightline/contracts/camera-onboarding/camera-import';
import { openCell } from './cells.ts';

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

const problemLimit = 20;

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
  cells: readonly string[];
}

/** A row with more or fewer cells than the heading goes without any: a password that slipped into another column must not be shown as something else. */
function readLine({ line, cells }: Line, columns: readonly Heading[]): ImportRowInput {
  const row: ImportRowInput = { line, name: '', ip: '', port: '', username: '', password: '', connectionString: '' };
  const isSurplusEmpty = cells.slice(columns.length).every((cell) => cell.trim() === '');
  if (cells.length < columns.length || !isSurplusEmpty) return { ...row, hasOtherCells: true };
  for (const [index, column] of columns.entries())
    row[fieldOf[column]] = openCell(cells[index] ?? '').slice(0, limits[column]);
  return row;
}

/** Rows of a file of cameras, or everything that is wrong with the file, and where. What is wrong in a row is said at the row. */
export async function readCameraFile(bytes: Uint8Array): Promise<FileContent> {
  const text = textOf(bytes);
  if (text === null) return { rows: null, problems: [{ kind: 'encoding' }] };
  const { default: papa } = await import('papaparse');
  const { data, errors } = papa.parse<string[]>(text, { delimiter: delimiterOf(text), skipEmptyLines: false });
  const quotes = errors
    .filter(({ type }) => type === 'Quotes')
    .map(({ row }) => ({ kind: 'quotes' as const, line: (row ?? 0) + 1 }));
  if (quotes.length > 0) return { rows: null, problems: quotes.slice(0, problemLimit) };
  const lines = data
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [head, ...body] = lines;
  if (head === undefined || body.length === 0) return { rows: null, problems: [{ kind: 'empty' }] };
  const columns = head.cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_]+/g, ' '),
  );
  const wrongColumns = columnProblems(columns);
  if (wrongColumns.length > 0) return { rows: null, problems: wrongColumns };
  if (body.length > rowLimit) return { rows: null, problems: [{ kind: 'tooMany', found: body.length }] };
  return { rows: body.map((line) => readLine(line, columns as Heading[])), problems: [] };
}
