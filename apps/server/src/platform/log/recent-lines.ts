import type { DestinationStream } from 'pino';

const kept = 1000;
const longest = 8000;

const lines: string[] = [];
let next = 0;

const remember = (line: string): void => {
  // A line that is too long to keep whole would not be readable JSON any more; its beginning says enough.
  lines[next % kept] =
    line.length > longest
      ? JSON.stringify({ level: 'info', time: Date.now(), msg: `${line.slice(0, longest)}…` })
      : line;
  next += 1;
};

/** Writes on to the real destination and keeps the last thousand lines of this process, after secrets were masked. */
export const rememberingLines = (destination: DestinationStream): DestinationStream => ({
  write: (line) => {
    remember(line);
    destination.write(line);
  },
});

/** What this process logged last, newest first: JSON lines. */
export const recentLines = (): string[] =>
  Array.from({ length: Math.min(next, kept) }, (_, back) => lines[(next - 1 - back) % kept] as string);
