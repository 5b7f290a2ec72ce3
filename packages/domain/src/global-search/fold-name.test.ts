import { describe, expect, it } from 'vitest';
import { foldName, searchWords } from './fold-name.ts';

describe('folding a name', () => {
  it.each([
    ['Gate 12', 'gate 12'],
    ['  Loading   dock ', 'loading dock'],
    ['North-east/Yard_2', 'north east yard 2'],
    ['Café Zürich', 'cafe zurich'],
    ['ＧＡＴＥ', 'gate'],
    ["O'Neil's yard", 'oneils yard'],
    ['שָׁלוֹם', 'שלומ'],
    ['חניון ב׳', 'חניונ ב'],
    ['צה"ל', 'צהל'],
    ['בית־ספר', 'בית ספר'],
    ['\u200Fשער\u202B ראשי\u202C', 'שער ראשי'],
    ['Вход №4', 'вход no4'],
    ['🚪 Door', 'door'],
  ])('makes %j to %j', (name, folded) => {
    expect(foldName(name)).toBe(folded);
  });

  it('leaves a name of signs alone as it is', () => {
    expect(foldName(' %_ ')).toBe('%_');
    expect(foldName('🚪')).toBe('🚪');
    expect(foldName('\u200F')).toBe('\u200f');
    expect(foldName('   ')).toBe('');
    expect(foldName('\u0000\t')).toBe('');
  });
});

describe('words of a query', () => {
  it('are folded and there once', () => {
    expect(searchWords('Gate  gate NORTH')).toEqual(['gate', 'north']);
  });

  it('are none of nothing, and never more than twelve', () => {
    expect(searchWords(' \t ')).toEqual([]);
    expect(
      searchWords(Array.from({ length: 60 }, (_, index) => String.fromCodePoint(0x4e_00 + index)).join(' ')),
    ).toHaveLength(12);
  });
});
