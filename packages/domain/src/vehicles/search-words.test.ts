import { expect, it } from 'vitest';
import { searchedWords, vehicleWords } from './search-words.ts';

it('finds a vehicle by every part of its plate and by the words of owner and make', () => {
  expect(vehicleWords({ plate: 'A-12', owner: 'Noa Lavi', make: 'Škoda' })).toEqual([
    'a12',
    '12',
    '2',
    'noa',
    'lavi',
    'skoda',
  ]);
  expect(vehicleWords({ plate: 'A1', owner: null, make: null })).toEqual(['a1', '1']);
});

it('reads what is typed as a part of a plate and as words', () => {
  expect(searchedWords('71-284')).toEqual({ key: '71284', words: ['71', '284'] });
  expect(searchedWords('נועה לביא')).toEqual({ key: 'נועהלביא', words: ['נועה', 'לביא'] });
  expect(searchedWords(' - ')).toEqual({ key: '', words: [] });
});
