import { readSync, writeSync } from 'node:fs';

const flag = '--progress-fd=';
const bytes = 8;

/** How a child hears under which number it has the file for its progress. */
export const progressArgument = (fd: number): string => `${flag}${String(fd)}`;

/**
 * The child's side: each call notes that something more was finished. It reaches whoever watches without a message, so also while the
 * channel is full or the other side cannot read. Does nothing where nobody gave such a file.
 */
export function openProgressMark(args: readonly string[]): () => void {
  const fd = Number(args.find((argument) => argument.startsWith(flag))?.slice(flag.length));
  if (!Number.isInteger(fd)) return () => undefined;
  const mark = Buffer.alloc(bytes);
  let count = 0n;
  return () => {
    mark.writeBigUInt64LE(++count);
    writeSync(fd, mark, 0, bytes, 0);
  };
}

/** How much was finished so far, by the file that the child has. */
export function readProgressMark(fd: number): bigint {
  const mark = Buffer.alloc(bytes);
  readSync(fd, mark, 0, bytes, 0);
  return mark.readBigUInt64LE();
}

/** Another child begins. */
export function clearProgressMark(fd: number): void {
  writeSync(fd, Buffer.alloc(bytes), 0, bytes, 0);
}
