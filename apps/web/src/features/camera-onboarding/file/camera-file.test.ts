import { expect, test } from 'vitest';
import { headings, readCameraFile } from './camera-file.ts';
import { closedCell } from '@sightline/domain/texts/csv-cells';
import { csvOf } from './cells.ts';
import { templateFile } from './template.ts';

const read = (text: string) => readCameraFile(new TextEncoder().encode(text));
const head = 'name,ip,port,username,password,connection string\n';

test('CAMWIZ-009: refuses a file with wrong columns, and names them', async () => {
  expect((await read('name,ip,port,username,password\nGate,10.0.0.1,80,a,b\n')).problems).toEqual([
    { kind: 'missingColumns', columns: ['connection string'] },
  ]);
  expect((await read('camera;address\nGate;10.0.0.1\n')).problems).toEqual([
    { kind: 'missingColumns', columns: [...headings] },
    { kind: 'extraColumns', columns: ['camera', 'address'] },
  ]);
  expect((await read(`name,${head}a,b,c,d,e,f,g\n`)).problems).toEqual([{ kind: 'doubleColumns', columns: ['name'] }]);
});

test('CAMWIZ-009: one row with a cell too many or too few is said at that row, and the others come', async () => {
  const { rows } = await read(
    `${head}Gate,10.0.0.1\nYard,10.0.0.2,80,a,b,,more\nRoof,10.0.0.3,80,a,b,,,\nDoor,10.0.0.4,80,a,b,\n`,
  );
  const nothing = { name: '', ip: '', port: '', username: '', password: '', connectionString: '', hasOtherCells: true };
  expect(rows).toEqual([
    { line: 2, ...nothing },
    { line: 3, ...nothing },
    // Spreadsheets leave empty cells behind.
    { line: 4, name: 'Roof', ip: '10.0.0.3', port: '80', username: 'a', password: 'b', connectionString: '' },
    { line: 5, name: 'Door', ip: '10.0.0.4', port: '80', username: 'a', password: 'b', connectionString: '' },
  ]);
});

test('CAMWIZ-009: empty cells behind the last heading are no columns', async () => {
  const gate = {
    line: 2,
    name: 'Gate',
    ip: '10.0.0.1',
    port: '80',
    username: 'a',
    password: 'b',
    connectionString: '',
  };
  const wide = head.replaceAll(',', ';').replace('\n', ';; ;\n');
  expect((await read(`${wide}Gate;10.0.0.1;80;a;b;;;;\n`)).rows).toEqual([gate]);
  // Rows need not be as wide as that.
  expect((await read(`${wide}Gate;10.0.0.1;80;a;b;\n`)).rows).toEqual([gate]);
  const between = head.replace('name,', 'name,,');
  expect((await read(`${between}Gate,,10.0.0.1,80,a,b,\n`)).problems).toEqual([
    { kind: 'extraColumns', columns: [''] },
  ]);
});

test('CAMWIZ-009: of a cell that is too long so much is kept that the server says so', async () => {
  expect((await read(`${head}${'x'.repeat(9_000)},10.0.0.1,80,a,b,\n`)).rows?.[0]?.name).toHaveLength(500);
});

test('CAMWIZ-009: a quotation mark that is not closed is said at the row where it opens, and the others come', async () => {
  const camera = (name: string, line: number) => ({ line, name, ip: '10.0.0.1', port: '80', username: 'a' });
  const bad = (line: number) => ({ line, name: '', ip: '', hasOpenQuote: true });
  const rest = ',10.0.0.1,80,a,b,\n';
  expect((await read(`${head}Gate${rest}"Yard${rest}Roof${rest}"Door, ""north"""${rest}`)).rows).toMatchObject([
    camera('Gate', 2),
    bad(3),
    camera('Roof', 4),
    camera('Door, "north"', 5),
  ]);
  // Also the last one, one behind a closed mark, and two of them.
  expect((await read(`${head}Gate${rest}"Yard" 2${rest}Roof,10.0.0.1,80,a,"b,`)).rows).toMatchObject([
    camera('Gate', 2),
    bad(3),
    bad(4),
  ]);
  const broken = `${head}"Gate\nnorth"${rest}"Yard${rest}Roof${rest}`;
  expect((await read(broken)).rows).toMatchObject([camera('Gate\nnorth', 2), bad(4), camera('Roof', 5)]);
  const tall = `${head}"Gate\nnorth"${rest}Roof${rest}`;
  expect((await read(tall)).rows).toMatchObject([camera('Gate\nnorth', 2), camera('Roof', 4)]);
  expect((await read(`"name,ip,port,username,password,connection string\nGate${rest}`)).problems).toEqual([
    { kind: 'quotes', line: 1 },
  ]);
});

test('refuses what is no text, nothing at all, and more than 10,000 rows', async () => {
  expect((await readCameraFile(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0xff]))).problems).toEqual([{ kind: 'encoding' }]);
  expect((await readCameraFile(new Uint8Array([0xf9, 0xf2, 0xf8]))).problems).toEqual([{ kind: 'encoding' }]);
  for (const text of ['', '\n\n', head]) expect((await read(text)).problems, text).toEqual([{ kind: 'empty' }]);
  expect((await read(head + 'Gate,10.0.0.1,80,a,b,\n'.repeat(10_001))).problems).toEqual([
    { kind: 'tooMany', found: 10_001 },
  ]);
  expect((await read(head + 'Gate,10.0.0.1,80,a,b,\n'.repeat(10_000))).rows).toHaveLength(10_000);
});

test('CAMWIZ-009: reads marks of encodings, Hebrew, quotes, other separators, any order of columns, and keeps the lines of the file', async () => {
  const row = {
    line: 4,
    name: 'שער "ראשי", צפון',
    ip: '10.0.0.1',
    port: '80',
    username: 'admin',
    password: ' p;w ',
    connectionString: '',
  };
  const text =
    '\ufeffIP;Name;Port;Username;Password;Connection_String\r\n\r\n;;;;;\r\n10.0.0.1;"שער ""ראשי"", צפון";80;admin;" p;w ";\r\n';
  expect((await read(text)).rows).toEqual([row]);
  expect((await read(text.replaceAll(/;(?!w)/g, '\t'))).rows).toEqual([row]);
  const utf16 = Buffer.from(text, 'utf16le');
  expect((await readCameraFile(new Uint8Array(utf16))).rows).toEqual([row]);
  expect((await readCameraFile(new Uint8Array(utf16.swap16()))).rows).toEqual([row]);
});

test('takes what looks like a formula as text, and never writes one', async () => {
  const names = ['=1+1', '+972', '-5', '@home', '=HYPERLINK("http://x";"y")'];
  for (const name of names) {
    expect(closedCell(name).replace(/^"/, '')).toMatch(/^'/);
    const file = csvOf([headings, [name, '10.0.0.1', '80', 'a', '=b', '']]);
    expect((await readCameraFile(new Uint8Array(await file.arrayBuffer()))).rows).toMatchObject([
      { name, password: '=b' },
    ]);
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
