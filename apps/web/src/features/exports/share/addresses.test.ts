import { describe, expect, it } from 'vitest';
import { addressesIn } from './addresses.ts';

describe('addresses that somebody typed', () => {
  it('refuses what is no address, and more than ten', () => {
    expect(addressesIn('a@example.com, nobody')).toEqual({ emails: [], wrong: 'nobody' });
    const eleven = Array.from({ length: 11 }, (_, n) => `p${n}@example.com`);
    expect(addressesIn(eleven.join(' '))).toEqual({ emails: [], wrong: 'p10@example.com' });
  });

  it('takes them apart at commas, semicolons, spaces and lines, each once', () => {
    expect(addressesIn(' a@example.com;b@example.com\na@example.com ')).toEqual({
      emails: ['a@example.com', 'b@example.com'],
      wrong: null,
    });
    expect(addressesIn('  ')).toEqual({ emails: [], wrong: null });
  });
});
