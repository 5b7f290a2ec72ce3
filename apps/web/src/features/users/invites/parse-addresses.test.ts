import { expect, test } from 'vitest';
import { maxAddresses, parseAddresses } from './parse-addresses.ts';

const faults = (text: string): (string | null)[] => parseAddresses(text).map(({ fault }) => fault);

test('judges each address for itself: no address, twice, one too many', () => {
  expect(faults('dana, dana@, @example.org, dana@localhost, a@b@example.org')).toEqual([
    'invalid',
    'invalid',
    'invalid',
    'invalid',
    'invalid',
  ]);
  expect(faults('dana@example.org Dana@Example.org')).toEqual([null, 'twice']);
  const many = Array.from({ length: maxAddresses + 1 }, (_, index) => `p${String(index)}@example.org`).join('\n');
  expect(faults(many).at(-1)).toBe('tooMany');
  expect(faults(many).filter((fault) => fault === null)).toHaveLength(maxAddresses);
  expect(faults("x'; drop table users; --@example.org")).toContain('invalid');
});

test('SET-003 takes what was pasted from a mail program or a table', () => {
  const pasted =
    '"Levi, Dana" <dana@example.org>; Gil Guard <Gil@Example.org>\nnoa@example.co.il\tomer+night@example.org,';
  expect(parseAddresses(pasted)).toEqual(
    ['dana@example.org', 'gil@example.org', 'noa@example.co.il', 'omer+night@example.org'].map((text) => ({
      text,
      fault: null,
    })),
  );
  expect(parseAddresses(' \n ')).toEqual([]);
});
