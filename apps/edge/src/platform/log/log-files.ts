import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { machineClock } from '../clock.ts';

export interface LogFilesOptions {
  folder: string;
  /** A file that has grown to this gets a successor. */
  fileBytes?: number;
  /** Files that are kept, with the one that is written. */
  files?: number;
}

const defaults = { fileBytes: 4 * 1024 * 1024, files: 8 };
const nameOf = (number: number): string => `core-${String(number)}.log`;
const pattern = /^core-(\d{1,9})\.log$/;

/** Numbers of the files of a log that are there, oldest first. */
export function logFileNumbers(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => pattern.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);
}

export const logFilePath = (folder: string, number: number): string => join(folder, nameOf(number));

/**
 * The log of a core on its own disk, in a few files of bounded size. Lines are appended at once, so that the last words before
 * a crash are there. A disk that refuses costs lines, never the core; how many is written down when it takes them again.
 */
export class LogFiles {
  readonly folder: string;
  readonly #fileBytes: number;
  readonly #files: number;
  #number: number;
  #fd: number | null = null;
  #bytes = 0;
  #lost = 0;

  constructor({ folder, fileBytes = defaults.fileBytes, files = defaults.files }: LogFilesOptions) {
    this.folder = folder;
    this.#fileBytes = fileBytes;
    this.#files = files;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#number = logFileNumbers(folder).at(-1) ?? 1;
  }

  /** Appends a line; it ends with a line feed. */
  write(line: string): void {
    try {
      const fd = this.#open();
      if (this.#lost > 0)
        this.#append(
          fd,
          JSON.stringify({
            level: 'warn',
            time: machineClock.nowUtcMs(),
            name: 'core',
            msg: 'lines were lost',
            lost: this.#lost,
          }) + '\n',
        );
      this.#lost = 0;
      this.#append(fd, line);
    } catch {
      // A full disk: said as soon as there is room again.
      this.#lost += 1;
      this.close();
    }
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  #append(fd: number, line: string): void {
    this.#bytes += writeSync(fd, line);
  }

  #open(): number {
    if (this.#fd !== null && this.#bytes >= this.#fileBytes) {
      this.close();
      this.#number += 1;
    }
    if (this.#fd !== null) return this.#fd;
    this.#fd = openSync(logFilePath(this.folder, this.#number), 'a', 0o600);
    this.#bytes = fstatSync(this.#fd).size;
    for (const number of logFileNumbers(this.folder).slice(0, -this.#files))
      rmSync(logFilePath(this.folder, number), { force: true });
    return this.#fd;
  }
}
