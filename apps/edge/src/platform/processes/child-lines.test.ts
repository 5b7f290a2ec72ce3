import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readChildLines } from './child-lines.ts';

async function said(...chunks: (string | Buffer)[]): Promise<string[]> {
  const stream = new PassThrough();
  const lines: string[] = [];
  readChildLines(stream, (line) => lines.push(line));
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await once(stream, 'end');
  return lines;
}

test('puts lines together from pieces, and keeps the last one without an end', async () => {
  const word = Buffer.from('ליבה\nlast');
  expect(await said('one\ntw', 'o\n\n', word.subarray(0, 3), word.subarray(3))).toEqual(['one', 'two', 'ליבה', 'last']);
});

test('cuts what is too long, and counts a flood instead of keeping it', async () => {
  expect((await said(`${'x'.repeat(100_000)}\n`))[0]).toHaveLength(8_000);
  const flood = await said(Array.from({ length: 5_000 }, (_, index) => `line ${String(index)}\n`).join(''));
  expect(flood.length).toBeLessThan(1_000);
});
