import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const longest = 8_000;
/** Lines that one child may say within a second; a flood must not push everything else out of the log. */
const perSecond = 200;

/** Hands on what a child says, line by line; what is too long is cut, what is too much is counted instead. */
export function readChildLines(stream: Readable, take: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let second = 0;
  let said = 0;
  let left = 0;
  const notify = (line: string): void => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) {
      if (left > 0) take(`${String(left)} lines were left out`);
      [second, said, left] = [now, 0, 0];
    }
    said += 1;
    if (said <= perSecond) take(line.slice(0, longest));
    else left += 1;
  };
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = (lines.pop() ?? '').slice(0, longest);
    for (const line of lines) if (line.trim() !== '') notify(line);
  });
  stream.on('end', () => {
    if (rest.trim() !== '') notify(rest);
  });
  stream.on('error', () => undefined);
}
