import { describe, expect, it } from 'vitest';
import { emailOf } from './asserted-person.ts';

describe('an address that a provider asserts', () => {
  it.each([
    // A Kelvin sign turns into a plain k in lower case, and a dotted capital I into an i with a dot.
    '\u212Aate@example.com',
    'al\u0130ce@example.com',
    'b\u043Eb@example.com',
    'bob@ex\u0430mple.com',
    'bob@example.com\u200B',
    'bob@localhost',
    'a@b@example.com',
    'bob@example.com, eve@example.com',
    'bob@example.com\nbcc:eve@example.com',
  ])('is none when it only looks like another: %j', (text) => {
    expect(emailOf(text)).toBeNull();
  });

  it('is compared in lower case, as everywhere', () => {
    expect(emailOf(' Bob+Cam@Example.COM ')).toBe('bob+cam@example.com');
    expect(emailOf(7)).toBeNull();
  });
});
