import { expect, it } from 'vitest';
import { asTheyAre, idsOf } from './known-entries.ts';
import type { PaletteEntry } from './palette-entry.ts';

const gate = '0199a000-0000-7000-8000-000000000001';
const yard = '0199a000-0000-7000-8000-000000000002';
const thing = (group: 'camera' | 'location' | 'sublocation', id: string, name: string): PaletteEntry => ({
  key: `${group}:${id}`,
  group,
  name,
  detail: [],
  href: `/x/${id}`,
});
const page = (key: string, name: string): PaletteEntry => ({ key, group: 'page', name, detail: [], href: '/p' });

it('asks only for things, never for what is no id', () => {
  expect(
    idsOf([page(`page:${gate}`, 'A page'), thing('camera', gate, 'Gate'), thing('camera', '../x', 'Odd')]),
  ).toEqual([gate]);
});

it('shows no name that the server does not tell now, nor a page that may not be opened', () => {
  const kept = [
    thing('camera', gate, 'Old name'),
    page('page:users', 'People'),
    page('page:gone', 'Gone'),
    thing('location', yard, 'Secret yard'),
  ];
  expect(
    asTheyAre(kept, [page('page:users', 'אנשים')], [thing('camera', gate, 'New name')]).map(({ name }) => name),
  ).toEqual(['New name', 'אנשים']);
  expect(asTheyAre(kept, [], [])).toEqual([]);
});

it('knows a site that was moved below another', () => {
  expect(asTheyAre([thing('location', yard, 'Yard')], [], [thing('sublocation', yard, 'Yard')])).toEqual([
    thing('sublocation', yard, 'Yard'),
  ]);
});
