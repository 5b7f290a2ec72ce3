import { expect, it } from 'vitest';
import { columnsIn, fileRows, separatorOf } from './vehicle-file.ts';

const rows = (text: string) => [...fileRows(text)];
const cells = (text: string) => rows(text).map((row) => row.cells);

it.each([
  ['comma', 'plate,owner\r\nab 12,Noa'],
  ['semicolon', 'plate;owner\nab 12;Noa'],
  ['tab', 'plate\towner\rab 12\tNoa'],
  ['bar', '\uFEFFplate|owner\nab 12|Noa\n'],
])('DB-VEH-046 reads a file with a %s between its cells', (_name, text) => {
  expect(cells(text)).toEqual([
    ['plate', 'owner'],
    ['ab 12', 'Noa'],
  ]);
});

it('tells the line of each row, also after cells that go over several and empty lines', () => {
  expect(rows('plate,owner\n\na1,"Noa\n""Lavi"", Haifa"\n,,\nb2,Tamar\n')).toEqual([
    { line: 1, cells: ['plate', 'owner'] },
    { line: 3, cells: ['a1', 'Noa\n"Lavi", Haifa'] },
    { line: 6, cells: ['b2', 'Tamar'] },
  ]);
});

it('says where a quotation mark is not closed, and reads on after that line', () => {
  expect(rows(`plate\n"a1\n${'x\n'.repeat(1_500)}`)[1]).toEqual({ line: 2, cells: null });
  expect(rows('plate\n"a1\nb2')).toEqual([
    { line: 1, cells: ['plate'] },
    { line: 2, cells: null },
    { line: 3, cells: ['b2'] },
  ]);
});

it('takes the mark away with which formulas are disarmed, and leaves formulas as texts', () => {
  expect(cells("plate,owner\na1,'=1+1\nb2,=1+1")).toEqual([
    ['plate', 'owner'],
    ['a1', '=1+1'],
    ['b2', '=1+1'],
  ]);
});

it('finds columns by their headings in both languages, in any order, and refuses a file without plates', () => {
  expect(columnsIn({ line: 1, cells: ['Owner', 'note', 'LICENCE PLATE'] })).toEqual({ owner: 0, plate: 2 });
  expect(columnsIn({ line: 1, cells: ['לוחית רישוי', 'צבע', 'יצרן'] })).toEqual({ plate: 0, color: 1, make: 2 });
  expect(columnsIn({ line: 1, cells: ['ab 12', 'Noa'] })).toBeNull();
  expect(columnsIn(undefined)).toBeNull();
  expect(separatorOf('')).toBe(',');
});

it('takes what a file says itself of its separator, and does not count that line as a row', () => {
  expect(rows('\uFEFFsep=;\r\nplate;owner, keeper\r\na1;Noa')).toEqual([
    { line: 2, cells: ['plate', 'owner, keeper'] },
    { line: 3, cells: ['a1', 'Noa'] },
  ]);
});

// Read in time that grows with the square of their length, these take hours.
it.each([
  ['a line of ten million cells', `plate\na1${','.repeat(10_000_000)}\nb2`, 3],
  ['a first line of ten million cells', `plate${';'.repeat(10_000_000)}\na1`, 2],
  ['a million rows without a separator', `plate\n${'a1\n'.repeat(1_000_000)}`, 1_000_001],
  ['a cell of ten million signs', `plate\n${'a'.repeat(10_000_000)}\nb2`, 3],
  ['a million quotation marks that nobody closed', `plate\n${'"a1,'.repeat(1_000_000)}\nb2`, 3],
])('looks at each sign once: %s', (_name, text, count) => {
  let found = 0;
  let widest = 0;
  for (const row of fileRows(text)) {
    found += 1;
    widest = Math.max(widest, row.cells?.length ?? 0);
  }
  expect(widest).toBeLessThanOrEqual(200);
  expect(found).toBe(count);
});
