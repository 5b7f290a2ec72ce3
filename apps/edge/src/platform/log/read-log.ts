import type { LogLevel, LogLine, LogPage, LogQuery } from '@sightline/contracts/edges/edge-logs';
import { readFile } from 'node:fs/promises';
import { logFileNumbers, logFilePath } from './log-files.ts';

/** One question looks through this many files at most; the answer says where to go on. */
const filesPerQuestion = 2;
const longest = 4000;
const grades = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[];
const levels: Record<string, LogLevel> = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'error',
  fatal: 'error',
};
const lineFeed = 10;

interface Place {
  file: number;
  offset: number;
}

const cursorOf = ({ file, offset }: Place): string => `${String(file)}.${String(offset)}`;

function placeOf(cursor: string): Place {
  const [file = '0', offset = '0'] = cursor.split('.');
  return { file: Number(file), offset: Number(offset) };
}

/** A file up to its last whole line; empty when it is gone. */
async function readWhole(folder: string, file: number): Promise<Buffer> {
  const bytes = await readFile(logFilePath(folder, file)).catch((error: unknown) => {
    // Rotated away between listing and reading.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  return bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1);
}

function readLine(text: string, cursor: string): LogLine | null {
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(text) as Record<string, unknown>;
  } catch {
    // Cut by a power failure: half a line says nothing.
    return null;
  }
  if (typeof line !== 'object' || line === null) return null;
  const { level, time, name, msg, ...fields } = line;
  return {
    at: typeof time === 'number' && time >= 0 ? Math.round(time) : 0,
    level: levels[String(level)] ?? 'info',
    process: typeof name === 'string' ? name.slice(0, 40) : '',
    message: typeof msg === 'string' ? msg.slice(0, longest) : '',
    fields: Object.keys(fields).length > 0 ? JSON.stringify(fields).slice(0, longest) : '',
    cursor,
  };
}

/** Whether a line is asked for; what is cheap to tell is told before anything is parsed. */
function filterOf({ level, process, text }: LogQuery): (raw: string, cursor: string) => LogLine | null {
  const wanted = text.trim().toLowerCase();
  // A line is stored as JSON: quotation marks and backslashes stand there with another one before them.
  const stored = JSON.stringify(wanted).slice(1, -1);
  const isInside = (lower: string): boolean => lower.includes(wanted) || lower.includes(stored);
  return (raw, cursor) => {
    if (wanted !== '' && !isInside(raw.toLowerCase())) return null;
    const line = readLine(raw, cursor);
    if (line === null || grades.indexOf(line.level) < grades.indexOf(level)) return null;
    return process === undefined || line.process === process ? line : null;
  };
}

async function readBackwards(folder: string, query: LogQuery, numbers: readonly number[]): Promise<LogPage> {
  const match = filterOf(query);
  const from = query.before === undefined ? null : placeOf(query.before);
  const files = numbers.filter((file) => from === null || file <= from.file).toReversed();
  const items: LogLine[] = [];
  let after: string | null = null;
  for (const [index, file] of files.entries()) {
    const whole = await readWhole(folder, file);
    let end = from?.file === file ? Math.min(from.offset, whole.length) : whole.length;
    after ??= cursorOf({ file, offset: end });
    while (end > 0) {
      // A negative place would mean the end of the file.
      const start = end < 2 ? 0 : whole.lastIndexOf(lineFeed, end - 2) + 1;
      const line = match(whole.toString('utf8', start, end - 1), cursorOf({ file, offset: start }));
      end = start;
      if (line !== null && items.push(line) === query.limit) break;
    }
    const isDone = items.length === query.limit || index + 1 === filesPerQuestion;
    const hasOlder = end > 0 || index + 1 < files.length;
    if (isDone || !hasOlder) return { items, before: hasOlder ? cursorOf({ file, offset: end }) : null, after };
  }
  return { items, before: null, after: after ?? cursorOf({ file: 0, offset: 0 }) };
}

async function readForwards(
  folder: string,
  query: LogQuery & { after: string },
  numbers: readonly number[],
): Promise<LogPage> {
  const match = filterOf(query);
  const from = placeOf(query.after);
  const items: LogLine[] = [];
  let place = from;
  for (const file of numbers.filter((number) => number >= from.file).slice(0, filesPerQuestion + 1)) {
    const whole = await readWhole(folder, file);
    let start = file === from.file ? Math.min(from.offset, whole.length) : 0;
    while (start < whole.length && items.length < query.limit) {
      const end = whole.indexOf(lineFeed, start);
      const line = match(whole.toString('utf8', start, end), cursorOf({ file, offset: start }));
      start = end + 1;
      if (line !== null) items.push(line);
    }
    place = { file, offset: start };
    if (items.length === query.limit) break;
  }
  return { items: items.toReversed(), before: null, after: cursorOf(place) };
}

/** Lines of the log in a folder: before a place or the newest, or after a place; newest first either way. */
export function readLog(folder: string, query: LogQuery): Promise<LogPage> {
  const numbers = logFileNumbers(folder);
  return query.after === undefined
    ? readBackwards(folder, query, numbers)
    : readForwards(folder, { ...query, after: query.after }, numbers);
}
