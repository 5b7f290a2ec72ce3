import { expect, test } from 'vitest';
import { headings, readCameraFile } from './camera-file.ts';
import { closedCell, csvOf } from './cells.ts';
import { templateFile } from './template.ts';

const read = (text: string) => readCameraFile(new TextEncoder().encode(text));
const head = 'name,ip,port,username,password,connection string\n';

test('CAMWIZ-009: refuses a file with wrong columns, and names them', async () => {
  expect((await read('name,ip,port,username,password\nGate,10.0.0.1,80,a,b\n')).problems).toEqual([{ kind: 'missingColumns', columns: ['connection string'] }]);
  expect((await read('camera;address\nGate;10.0.0.1\n')).problems).toEqual([
    { kind: 'missingColumns', columns: [...headings] },
    { kind: 'extraColumns', columns: ['camera', 'address'] },
  ]);
  expect((await read(`name,${head}a,b,c,d,e,f,g\n`)).problems).toEqual([{ kind: 'doubleColumns', columns: ['name'] }]);
});

test('CAMWIZ-009: says in which line cells are missing, too many, too long or wrongly quoted', async () => {
  expect((await read(`${head}Gate,10.0.0.1\nYard,10.0.0.2,80,a,b,,more\n`)).problems).toEqual([
    { kind: 'cells', line: 2, found: 2, expected: 6 },
    { kind: 'cells', line: 3, found: 7, expected: 6 },
  ]);
  expect((await read(`${head}${'x'.repeat(501)},10.0.0.1,80,a,b,\n`)).problems).toEqual([{ kind: 'long', line: 2, column: 'name' }]);
  expect((await read(`${head}"Gate,10.0.0.1,80,a,b,\n`)).problems).toMatchObject([{ kind: 'quotes' }]);
});

test('refuses what is no text, nothing at all, and more than 10,000 rows', async () => {
  expect((await readCameraFile(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0xff]))).problems).toEqual([{ kind: 'encoding' }]);
  expect((await readCameraFile(new Uint8Array([0xf9, 0xf2, 0xf8]))).problems).toEqual([{ kind: 'encoding' }]);
  for (const text of ['', '\n\n', head]) expect((await read(text)).problems, text).toEqual([{ kind: 'empty' }]);
  expect((await read(head + 'Gate,10.0.0.1,80,a,b,\n'.repeat(10_001))).problems).toEqual([{ kind: 'tooMany', found: 10_001 }]);
  expect((await read(head + 'Gate,10.0.0.1,80,a,b,\n'.repeat(10_000))).rows).toHaveLength(10_000);
});

test('CAMWIZ-009: reads marks of encodings, Hebrew, quotes, other separators, any order of columns, and keeps the lines of the file', async () => {
  const row = { line: 4, name: 'שער "ראשי", צפון', ip: '10.0.0.1', port: '80', username: 'admin', password: ' p;w ', connectionString: '' };
  const text = '\ufeffIP;Name;Port;Username;Password;Connection_String\r\n\r\n;;;;;\r\n10.0.0.1;"שער ""ראשי"", צפון";80;admin;" p;w ";\r\n';
  expect((await read(text)).rows).toEqual([row]);
  const utf16 = new Uint8Array(Buffer.from(text, 'utf16le'));
  expect((await readCameraFile(utf16)).rows).toEqual([row]);
});

test('takes what looks like a formula as text, and never writes one', async () => {
  const names = ['=1+1', '+972', '-5', '@home', '=HYPERLINK("http://x";"y")'];
  for (const name of names) {
    expect(closedCell(name).replace(/^"/, '')).toMatch(/^'/);
    const file = csvOf([headings, [name, '10.0.0.1', '80', 'a', '=b', '']]);
    expect((await readCameraFile(new Uint8Array(await file.arrayBuffer()))).rows).toMatchObject([{ name, password: '=b' }]);
  }
  const quoted = csvOf([headings, ['Gate', '10.0.0.1', '80', "'=a", "''-b", "'c"]]);
  expect((await readCameraFile(new Uint8Array(await quoted.arrayBuffer()))).rows).toMatchObject([
    { username: "'=a", password: "''-b", connectionString: "'c" },
  ]);
  expect((await read(`${head}=1+1,10.0.0.1,80,a,b,\n`)).rows).toMatchObject([{ name: '=1+1' }]);
});

test('CAMWIZ-009: reads its own template', async () => {
  const { rows } = await readCameraFile(new Uint8Array(await templateFile('Gate').arrayBuffer()));
  expect(rows).toMatchObject([
    { line: 2, name: 'Gate 1', connectionString: '' },
    { line: 3, name: 'Gate 2', connectionString: expect.stringMatching(/^rtsp:/) as string },
  ]);
});
