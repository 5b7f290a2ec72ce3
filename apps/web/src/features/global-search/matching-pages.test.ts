import { describe, expect, it } from 'vitest';
import { matchingPages } from './matching-pages.ts';
import { groupsOf, type FittingEntry, type PaletteEntry, type PaletteGroup } from './palette-entry.ts';

const page = (name: string, about: string): PaletteEntry => ({
  key: `page:${name}`,
  group: 'page',
  name,
  detail: [about],
  href: '/',
});
const pages = [
  page('Permissions', 'Groups, what they can do and where'),
  page('Users and organizations', 'Members, invitations and support organizations'),
  page('Login firewall', 'Networks people can sign in from'),
  page('Audit log', 'Who did what, and when'),
  page('הרשאות', 'קבוצות, ומה מותר להן והיכן'),
];
const found = (typed: string): string[] => matchingPages(typed, pages).map(({ name }) => name);

describe('GSEARCH-001 pages', () => {
  it.each([[''], ['   '], ['zzzzzz'], ['.*'], ['perm audit']])('are not found by %j', (typed) => {
    expect(found(typed)).toEqual([]);
  });

  it('are found by their name, its beginnings and parts, and by what they are for', () => {
    expect(found('audit log')).toEqual(['Audit log']);
    expect(found('PERM')).toEqual(['Permissions']);
    expect(found('wall')).toEqual(['Login firewall']);
    expect(found('log')).toEqual(['Login firewall', 'Audit log']);
    expect(found('organizations')).toEqual(['Users and organizations']);
    expect(found('people')).toEqual(['Login firewall']);
    expect(found('groups')).toEqual(['Permissions']);
  });

  it('are found with typos and in Hebrew', () => {
    expect(found('permisions')).toEqual(['Permissions']);
    expect(found('fierwall')).toEqual(['Login firewall']);
    expect(found('הרשאו')).toEqual(['הרשאות']);
    expect(found('הרהשאות')).toEqual(['הרשאות']);
  });
});

describe('groups', () => {
  const entry = (key: string, group: PaletteGroup, score: number): FittingEntry => ({
    key,
    group,
    name: key,
    detail: [],
    href: '/',
    score,
  });

  it('are none of nothing', () => {
    expect(groupsOf([])).toEqual([]);
  });

  it('begin with the one that has the best entry, and pages with no more than six', () => {
    const entries = 'abcdefgh'.split('').map((key) => entry(key, 'page', 0.8));
    const drawn = groupsOf([
      ...entries,
      entry('core', 'core', 0.8),
      entry('gate', 'camera', 0.9),
      entry('yard', 'camera', 0.5),
    ]);
    expect(drawn.map(({ group, entries: { length } }) => [group, length])).toEqual([
      ['camera', 2],
      ['page', 6],
      ['core', 1],
    ]);
  });
});
