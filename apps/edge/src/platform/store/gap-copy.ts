import { errorCode, type ErrorCode } from '@sightline/contracts/shared/errors';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../log/log.ts';

/** Folder of a volume for what is known of gaps, apart from the streams. */
const gapFolder = 'gaps';

/** `put`: there is no footage. `gone`: it was let go. `not`: it turned out to be there after all. */
const noted = z.object({
  what: z.enum(['put', 'gone', 'not']),
  startUtcMs: z.number().int(),
  endUtcMs: z.number().int(),
  cause: errorCode,
  /** The number of the clock span in which it was written; see `ClockSpans`. */
  span: z.number().int().optional(),
});

/** What one line of the copy says of a stream. */
export type NotedGap = z.infer<typeof noted> & { streamId: string };

export interface GapCopyDeps {
  volume: string;
  /** Whether the disk of the volume is mounted. */
  isHere: () => Promise<boolean>;
  log: Log;
  /** Lines wait so long for others; 1 s unless a test says otherwise. */
  flushMs?: number;
}

const usualFlushMs = 1_000;
/** An open gap is written down again when it is so much longer. */
const againMs = 600_000;
/** What a disk that takes nothing may keep waiting; then the oldest goes, which the store still has. */
const maxWaiting = 100_000;

const dayOf = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10);
const fileOf = (volume: string, streamId: string, day: string): string =>
  join(volume, gapFolder, streamId, `${day}.jsonl`);

/**
 * A second copy of the gap ledger, beside the footage: whoever must do without the store finds recordings by their files, but why
 * there are none is written nowhere else. Lines are only ever added; the last one of a start counts.
 */
export class GapCopy {
  readonly #deps: GapCopyDeps;
  readonly #toldUntil = new Map<string, number>();
  #waiting: NotedGap[] = [];
  #timer: NodeJS.Timeout | null = null;
  #flushed: Promise<void> = Promise.resolve();

  constructor(deps: GapCopyDeps) {
    this.#deps = deps;
  }

  /** Adds a line soon. `isOpen`: it grows yet, and is only told of now and then. */
  note(gap: NotedGap, isOpen = false): void {
    const key = `${gap.streamId} ${String(gap.startUtcMs)}`;
    const told = this.#toldUntil.get(key);
    if (isOpen && told !== undefined && gap.endUtcMs - told < againMs) return;
    if (isOpen) this.#toldUntil.set(key, gap.endUtcMs);
    else this.#toldUntil.delete(key);
    this.#waiting.push(gap);
    if (this.#waiting.length > maxWaiting) this.#waiting.shift();
    this.#later();
  }

  /** Writes what waits. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#flush();
  }

  #later(): void {
    this.#timer ??= setTimeout(() => void this.#flush(), this.#deps.flushMs ?? usualFlushMs).unref();
  }

  #flush(): Promise<void> {
    this.#timer = null;
    this.#flushed = this.#flushed.then(() => this.#write());
    return this.#flushed;
  }

  async #write(): Promise<void> {
    const { volume, isHere, log } = this.#deps;
    const lines = this.#waiting;
    if (lines.length === 0) return;
    this.#waiting = [];
    const files = Map.groupBy(lines, ({ streamId, startUtcMs }) => fileOf(volume, streamId, dayOf(startUtcMs)));
    for (const [file, own] of files) {
      try {
        if (!(await isHere())) throw new Error('the disk is away');
        await mkdir(dirname(file), { recursive: true, mode: 0o750 });
        // What was cut off by a power cut ends here.
        await appendFile(file, own.map(({ streamId: _, ...line }) => `\n${JSON.stringify(line)}`).join(''), {
          mode: 0o640,
        });
      } catch (error) {
        if (this.#waiting.length === 0)
          log.debug({ file, detail: String(error) }, 'gaps could not be written down beside the footage, trying again');
        this.#waiting = [...own, ...this.#waiting];
        this.#later();
      }
    }
  }
}

/** Streams of which gaps are written down. */
export const streamsWithGaps = (volume: string): string[] => namesIn(join(volume, gapFolder));

/** What is written down of a stream, in the order in which it was. Lines that cannot be read are left out. */
export function readGapCopy(volume: string, streamId: string): NotedGap[] {
  return daysOf(volume, streamId).flatMap((day) => readDay(volume, streamId, day));
}

/** Forgets days of which every gap ended before an instant. */
export function pruneGapCopy(volume: string, streamId: string, beforeUtcMs: number): void {
  for (const day of daysOf(volume, streamId)) {
    if (day >= dayOf(beforeUtcMs)) return;
    if (readDay(volume, streamId, day).every(({ endUtcMs }) => endUtcMs < beforeUtcMs))
      rmSync(fileOf(volume, streamId, day), { force: true });
  }
}

/** Forgets a stream whose footage is gone. */
export const removeGapCopy = (volume: string, streamId: string): void =>
  rmSync(join(volume, gapFolder, streamId), { recursive: true, force: true });

const daysOf = (volume: string, streamId: string): string[] =>
  namesIn(join(volume, gapFolder, streamId)).flatMap((name) => /^(.{10})\.jsonl$/.exec(name)?.[1] ?? []);

function readDay(volume: string, streamId: string, day: string): NotedGap[] {
  return textOf(fileOf(volume, streamId, day))
    .split('\n')
    .flatMap((line) => {
      const read = noted.safeParse(parse(line));
      return read.success ? [{ ...read.data, streamId }] : [];
    });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** What a damaged disk does not give is not known. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

/** The gaps that lines come to: of each start the last one, and beside them what was let go. */
export function sumUpGaps(lines: readonly NotedGap[]): { gaps: NotedGap[]; gone: NotedGap[] } {
  const gaps = new Map<number, NotedGap>();
  for (const line of lines) {
    if (line.what === 'put') gaps.set(line.startUtcMs, line);
    if (line.what === 'not') gaps.delete(line.startUtcMs);
  }
  const isSpan = ({ startUtcMs, endUtcMs }: NotedGap): boolean => endUtcMs > startUtcMs;
  return { gaps: [...gaps.values()].filter(isSpan), gone: lines.filter(({ what }) => what === 'gone').filter(isSpan) };
}

/** A gap as a line. */
export const lineOf = (
  what: NotedGap['what'],
  {
    streamId,
    startUtcMs,
    endUtcMs,
    cause,
  }: { streamId: string; startUtcMs: number; endUtcMs: number; cause: ErrorCode },
  span: number | null = null,
): NotedGap => ({ what, streamId, startUtcMs, endUtcMs, cause, ...(span !== null && { span }) });
