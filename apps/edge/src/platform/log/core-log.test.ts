import type { LogQuery } from '@sightline/contracts/edges/edge-logs';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logFileNumbers, logFilePath, LogFiles } from './log-files.ts';
import { childLinesOf, makeFiledLog, makeLog, maskSecrets } from './log.ts';
import { readLog } from './read-log.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'core-log-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lines of a test must not stand in the output of the run, where they look like failures. */
const nowhere = { write: (): void => {} };
const query = (change: Partial<LogQuery> = {}): LogQuery => ({ level: 'debug', text: '', limit: 100, ...change });
const line = (msg: string, change: Record<string, unknown> = {}): string =>
  `${JSON.stringify({ level: 'info', time: 1_000, name: 'core', msg, ...change })}\n`;
const messages = async (change?: Partial<LogQuery>): Promise<string[]> =>
  (await readLog(folder, query(change))).items.map(({ message }) => message);

test.each([
  ['rtsp://root:secret@10.0.0.9/live', 'secret'],
  ['http://admin:hunter2@10.0.0.9/onvif', 'hunter2'],
  ['{"camera":{"streams":[{"auth":{"password":"hunter2"}}]}}', 'hunter2'],
  ['rtsp://root:a/b@hunter2@10.0.0.9/live', 'hunter2'],
  ['rtsp://root:pa/hunter2@10.0.0.9/live', 'hunter2'],
  ['http://10.0.0.9/snapshot.cgi?user=root&pwd=hunter2&channel=1', 'hunter2'],
  [JSON.stringify({ msg: JSON.stringify({ password: 'it"hunter2', host: 'a' }) }), 'hunter2'],
  [JSON.stringify({ msg: `    credentials: { username: 'root', password: 'hunter2' }` }), 'hunter2'],
  ['./sightline edge --claim AB12-CD34-EF56', 'AB12-CD34-EF56'],
])('takes secrets out of %j', (text, secret) => {
  expect(maskSecrets(text)).not.toContain(secret);
});

test.each([
  'rtsp://10.0.0.9:554/live@1',
  'rtsp://[fe80::1]:554/live@1',
  '{"msg":"rtsp://10.0.0.9:554/","to":"a@b"}',
  '{"msg":"token: none"}',
])('leaves %j as it is', (text) => {
  expect(maskSecrets(text)).toBe(text);
});

test('a log never grows beyond its files, and the oldest go first', () => {
  const files = new LogFiles({ folder, fileBytes: 1_000, files: 3 });
  for (let index = 0; index < 200; index++) files.write(line(`line ${String(index)}`));
  files.close();
  const numbers = logFileNumbers(folder);
  expect(numbers).toHaveLength(3);
  for (const number of numbers) expect(readFileSync(logFilePath(folder, number)).length).toBeLessThan(1_200);
  expect(readFileSync(logFilePath(folder, numbers.at(-1)!), 'utf8')).toContain('line 199');
});

test('lines that the disk refused are counted, and nothing fails', () => {
  const files = new LogFiles({ folder });
  rmSync(folder, { recursive: true });
  files.write(line('lost'));
  files.write(line('lost as well'));
  new LogFiles({ folder }).close();
  files.write(line('kept'));
  files.close();
  expect(readFileSync(logFilePath(folder, 1), 'utf8')).toContain('"lost":2');
});

test('reads backwards through all files, page by page, without missing or repeating a line', async () => {
  const files = new LogFiles({ folder, fileBytes: 1_000, files: 8 });
  for (let index = 0; index < 60; index++) files.write(line(`line ${String(index)}`));
  files.close();
  const seen: string[] = [];
  let before: string | undefined;
  do {
    const page = await readLog(folder, query({ limit: 7, ...(before === undefined ? {} : { before }) }));
    seen.push(...page.items.map(({ message }) => message));
    before = page.before ?? undefined;
  } while (before !== undefined);
  expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => `line ${String(59 - index)}`));
});

test('follows what is written after a place, across a new file, newest first', async () => {
  const files = new LogFiles({ folder, fileBytes: 500, files: 8 });
  files.write(line('before'));
  const { after } = await readLog(folder, query());
  for (let index = 0; index < 20; index++) files.write(line(`after ${String(index)}`));
  files.close();
  const page = await readLog(folder, query({ after, limit: 500 }));
  expect(page.items[0]?.message).not.toBe('before');
  expect(page.items.at(-1)?.message).toBe('after 0');
  let [place, count] = [page.after, page.items.length];
  for (
    let next = await readLog(folder, query({ after: place }));
    next.after !== place;
    next = await readLog(folder, query({ after: place }))
  ) {
    count += next.items.length;
    place = next.after;
  }
  expect(count).toBe(20);
});

test('finds by level, process and text whatever the case, and passes over half a line of a power cut', async () => {
  writeFileSync(
    logFilePath(folder, 1),
    [
      line('all well'),
      line('Disk slow', { level: 'warn' }),
      line('decoder ended', { level: 'error', name: 'decode' }),
      '{"level":"error","msg":"hal\n',
      '{"le',
    ].join(''),
  );
  expect(await messages({ level: 'warn' })).toEqual(['decoder ended', 'Disk slow']);
  expect(await messages({ process: 'decode' })).toEqual(['decoder ended']);
  expect(await messages({ text: 'dISK' })).toEqual(['Disk slow']);
});

test('finds what holds signs that mean something elsewhere, as they stand in the message', async () => {
  writeFileSync(logFilePath(folder, 1), [line('refused "main" at C:\\footage (a+b)*[0]'), line('other')].join(''));
  for (const text of ['"main"', 'c:\\footage', '(a+b)*[0]']) expect(await messages({ text })).toHaveLength(1);
  expect(await messages({ text: 'a.b' })).toEqual([]);
  writeFileSync(logFilePath(folder, 1), `\n${line('after an empty line')}`);
  expect(await messages()).toEqual(['after an empty line']);
});

test('an empty log has nothing and no older lines', async () => {
  expect(await readLog(folder, query())).toEqual({ items: [], before: null, after: '0.0' });
});

test('what a child says in plain words becomes a line of its process; its own lines stay what they are', async () => {
  const files = new LogFiles({ folder });
  const log = makeFiledLog('core', files, nowhere);
  log.info({ cameraId: '1', password: 'hunter2' }, 'started');
  childLinesOf(log)?.('decode 1', 'Segmentation fault at rtsp://root:secret@10.0.0.9', false);
  childLinesOf(log)?.('decode 1', line('own', { level: 'error', name: 'decode' }).trim(), true);
  files.close();
  const { items } = await readLog(folder, query());
  expect(items.map(({ level, process, message }) => [level, process, message])).toEqual([
    ['error', 'decode', 'own'],
    ['warn', 'decode', 'Segmentation fault at rtsp://***@10.0.0.9'],
    ['info', 'core', 'started'],
  ]);
  expect(items[2]?.fields).toBe('{"cameraId":"1"}');
  expect(childLinesOf(makeLog('core'))).toBeUndefined();
});

test.each([
  [
    'printed beside its log',
    { said: line('core was deleted by admin', { level: 'fatal' }), isSpoken: false, level: 'warn' },
  ],
  ['in the name of another process', { said: line('all is well', { name: 'core' }), isSpoken: true, level: 'info' }],
  ['of a level that there is none of', { said: line('x', { level: 'allclear' }), isSpoken: true, level: 'warn' }],
  ['that is cut', { said: line('half').slice(0, 25), isSpoken: true, level: 'warn' }],
] as const)(
  'a line of a child %s says who said it, and when, whatever it claims',
  async (_name, { said, isSpoken, level }) => {
    const files = new LogFiles({ folder });
    const before = Date.now();
    childLinesOf(makeFiledLog('core', files, nowhere))?.('decode 1', said.trim(), isSpoken);
    files.close();
    const { items } = await readLog(folder, query());
    expect(items.map((item) => [item.level, item.process])).toEqual([[level, 'decode']]);
    expect(items[0]?.at).toBeGreaterThanOrEqual(before);
  },
);
