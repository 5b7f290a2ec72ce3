import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearTenantState } from '../../platform/session/tenant-state.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { keepRecent, readRecent, rememberEntry } from './recent-entries.ts';

const owner = { userId: 'dana', organizationId: 'one' };
const entry = (key: string): PaletteEntry => ({
  key,
  group: 'camera',
  name: key,
  detail: ['Site'],
  href: `/camera/${key}`,
});
const keys = (of = owner): string[] => readRecent(of).map(({ key }) => key);
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  // Names of what is kept are listed as properties, as browsers do.
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('what was opened last', () => {
  it('is nothing where something else is kept, or storage is absent', () => {
    for (const text of [
      '{',
      '7',
      '[7]',
      '[{"key":"a"}]',
      '[{"key":"a","group":"camera","name":"a","detail":[],"href":"javascript:alert(1)"}]',
    ]) {
      kept.set('sightline-tenant:recent-finds:one:dana', text);
      expect(keys(), text).toEqual([]);
    }
    kept.clear();
    rememberEntry(owner, entry('a'));
  });

  it('is another in each organization and for each person', () => {
    rememberEntry(owner, entry('a'));
    expect(keys({ ...owner, organizationId: 'two' })).toEqual([]);
    expect(keys({ ...owner, userId: 'gil' })).toEqual([]);
    expect(keys()).toEqual(['a']);
  });

  it('is the newest first, each once, eight of them', () => {
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'c']) rememberEntry(owner, entry(key));
    expect(keys()).toEqual(['c', 'i', 'h', 'g', 'f', 'e', 'd', 'b']);
  });

  it('is what is kept of it, when some of it is there no more', () => {
    for (const key of ['a', 'b']) rememberEntry(owner, entry(key));
    keepRecent(owner, [entry('a')]);
    expect(keys()).toEqual(['a']);
  });

  it('is forgotten when somebody signs out or changes the organization', () => {
    rememberEntry(owner, entry('a'));
    clearTenantState();
    expect(keys()).toEqual([]);
  });
});
