import { expect, test } from 'vitest';
import { overBudget, type BuiltChunk } from '../../build/bundle-budget.ts';

const chunk = (file: string, gzipBytes: number, part: Partial<BuiltChunk> = {}): BuiltChunk => ({
  file,
  gzipBytes,
  isEntry: false,
  lazyModule: null,
  imports: [],
  styles: [],
  ...part,
});
const budget = { entry: 300, route: 100, styles: 50 };

test('counts everything that the first page needs at once', () => {
  const chunks = [chunk('main', 200, { isEntry: true, imports: ['react'] }), chunk('react', 150)];
  expect(overBudget(chunks, new Map(), budget)).toEqual(['first scripts: 0.3 kB, at most 0 kB']);
});

test('counts for a page only what the first page did not bring', () => {
  const shared = [chunk('main', 100, { isEntry: true, imports: ['react'] }), chunk('react', 150)];
  expect(
    overBudget(
      [...shared, chunk('page', 90, { lazyModule: '/src/app/pages/page.tsx', imports: ['react'] })],
      new Map(),
      budget,
    ),
  ).toEqual([]);
  expect(
    overBudget(
      [...shared, chunk('page', 90, { lazyModule: '/src/app/pages/page.tsx', imports: ['form'] }), chunk('form', 20)],
      new Map(),
      budget,
    ),
  ).toEqual(['/src/app/pages/page.tsx: 0.1 kB, at most 0 kB']);
});

test('lets a page that owes weigh what is written of it and no more, until it fits', () => {
  const foundFor = (bytes: number): string[] =>
    overBudget([chunk('page', bytes, { lazyModule: '/src/app/pages/page.tsx' })], new Map(), {
      ...budget,
      owed: { '/pages/page.tsx': 200 },
    });
  expect(foundFor(201)).toEqual(['/src/app/pages/page.tsx: 0.2 kB, at most 0 kB']);
  expect(foundFor(150)).toEqual([]);
  expect(foundFor(90)).toEqual(['/src/app/pages/page.tsx: fits now; strike it from what is owed']);
});

test('counts the frame of the application as part of the first download', () => {
  const chunks = [
    chunk('main', 200, { isEntry: true }),
    chunk('shell', 90, { lazyModule: '/src/app/shell/shell.tsx', imports: ['menu'] }),
    chunk('menu', 60),
  ];
  expect(overBudget(chunks, new Map(), budget)).toHaveLength(1);
});

test('counts the style sheets of the first page and not those of later ones', () => {
  const chunks = [
    chunk('main', 1, { isEntry: true, styles: ['a.css'] }),
    chunk('page', 1, { lazyModule: 'page', styles: ['b.css'] }),
  ];
  expect(
    overBudget(
      chunks,
      new Map([
        ['a.css', 40],
        ['b.css', 400],
      ]),
      budget,
    ),
  ).toEqual([]);
  expect(overBudget(chunks, new Map([['a.css', 51]]), budget)).toHaveLength(1);
});

test('survives chunks that import each other', () => {
  expect(
    overBudget(
      [chunk('main', 1, { isEntry: true, imports: ['b'] }), chunk('b', 1, { imports: ['main'] })],
      new Map(),
      budget,
    ),
  ).toEqual([]);
});
