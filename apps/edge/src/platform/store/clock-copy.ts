import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../log/log.ts';

/** Folder of a volume for the times in which nobody knew whether the clock was right: a file for each. */
const clockFolder = 'clocks';

/** `began`: by the clock of then, in which run of the machine. `file`: written in it. `over`: see `ClockSpans`; a later one counts. */
const noted = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('began'),
    fromUtcMs: z.number(),
    run: z.object({ id: z.string(), upSinceUtcMs: z.number() }),
  }),
  z.object({ what: z.literal('file'), path: z.string(), startUtcMs: z.number().int() }),
  z.object({
    what: z.literal('over'),
    as: z.enum(['waiting', 'wrong', 'lost']),
    fromUtcMs: z.number(),
    untilUtcMs: z.number(),
    byMs: z.number(),
  }),
]);

/** A line of the copy. */
export type NotedClock = z.infer<typeof noted>;

/** What is written down of one of these times. `files`: when each begins, and whether it came after it was over, by path. */
export interface CopiedSpan {
  number: number;
  began: Extract<NotedClock, { what: 'began' }> | null;
  over: Extract<NotedClock, { what: 'over' }> | null;
  files: Map<string, { startUtcMs: number; isLate: boolean }>;
}

interface ClockCopyDeps {
  volume: string;
  /** Whether the disk of the volume is mounted. */
  isHere: () => Promise<boolean>;
  log: Log;
  /** Lines wait so long for others; 1 s unless a test says otherwise. */
  flushMs?: number;
}

const usualFlushMs = 1_000;
/** What a disk that takes nothing may keep waiting; then the oldest goes, which the store still has. */
const maxWaiting = 100_000;

const fileOf = (volume: string, number: number): string => join(volume, clockFolder, `${String(number)}.jsonl`);

/**
 * A second copy of what the store knows of uncertain times, beside the footage that has them: files bear the times of their names, and a
 * store that is made anew of them would take those for right.
 */
export class ClockCopy {
  readonly #deps: ClockCopyDeps;
  /** `line` is null where all of a time is forgotten. */
  #waiting: { number: number; line: NotedClock | null }[] = [];
  #timer: NodeJS.Timeout | null = null;
  #flushed: Promise<void> = Promise.resolve();

  constructor(deps: ClockCopyDeps) {
    this.#deps = deps;
  }

  /** Adds a line soon. */
  note(number: number, line: NotedClock): void {
    this.#add({ number, line });
  }

  /** Nothing of this time is uncertain any more. */
  forget(number: number): void {
    this.#waiting = this.#waiting.filter((entry) => entry.number !== number);
    this.#add({ number, line: null });
  }

  /** Writes what waits. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#flush();
  }

  #add(entry: { number: number; line: NotedClock | null }): void {
    this.#waiting.push(entry);
    if (this.#waiting.length > maxWaiting) this.#waiting.shift();
    this.#later();
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
    const entries = this.#waiting;
    if (entries.length === 0) return;
    this.#waiting = [];
    try {
      if (!(await isHere())) throw new Error('the disk is away');
      await mkdir(join(volume, clockFolder), { recursive: true, mode: 0o750 });
      for (const [number, own] of Map.groupBy(entries, (entry) => entry.number)) {
        const forgottenAt = own.findLastIndex(({ line }) => line === null);
        if (forgottenAt >= 0) await rm(fileOf(volume, number), { force: true });
        // What was cut off by a power cut ends here.
        const text = own
          .slice(forgottenAt + 1)
          .map(({ line }) => `\n${JSON.stringify(line)}`)
          .join('');
        if (text !== '') await appendFile(fileOf(volume, number), text, { mode: 0o640 });
      }
    } catch (error) {
      if (this.#waiting.length === 0)
        log.debug({ detail: String(error) }, 'uncertain times could not be written down yet, trying again');
      // What was written already is written again, which changes nothing.
      this.#waiting = [...entries, ...this.#waiting];
      this.#later();
    }
  }
}

/** What is written down beside the footage. Lines that cannot be read are left out. */
export function readClockCopy(volume: string): CopiedSpan[] {
  return namesIn(join(volume, clockFolder)).flatMap((name) => {
    const number = Number(/^(\d+)\.jsonl$/.exec(name)?.[1]);
    return Number.isSafeInteger(number) ? [readSpan(volume, number)] : [];
  });
}

function readSpan(volume: string, number: number): CopiedSpan {
  const span: CopiedSpan = { number, began: null, over: null, files: new Map() };
  for (const line of textOf(fileOf(volume, number)).split('\n')) {
    const read = noted.safeParse(parse(line));
    if (!read.success) continue;
    const { data } = read;
    if (data.what === 'began') span.began = data;
    else if (data.what === 'over') span.over = data;
    else if (!span.files.has(data.path))
      span.files.set(data.path, { startUtcMs: data.startUtcMs, isLate: span.over !== null });
  }
  return span;
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
    return readdirSync(folder);
  } catch {
    return [];
  }
}
