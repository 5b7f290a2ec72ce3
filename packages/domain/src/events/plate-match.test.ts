import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certainPieces, foldPlate, mistakesIn, resembles } from './plate-match.ts';

describe('resembles', () => {
  it.each([
    ['AB1234', 'CD1234', 'two wrong signs in six'],
    ['AB12', 'AB13', 'a wrong sign in four'],
    ['WOB123', 'WB12X9', 'a missing and a wrong sign'],
    ['', 'AB', 'nothing at all'],
  ])('refuses %s for %s: %s', (plate, wanted) => {
    expect(resembles(plate, wanted)).toBe(false);
  });

  it.each([
    ['8O55Z1', 'B0SS2I', 'confusable signs'],
    ['AB1234', 'AB1334', 'one wrong sign in six'],
    ['AB1234', 'AB134', 'one missing sign in five'],
    ['AB1234', 'AB12934', 'one surplus sign'],
    ['XAB123', 'AB1', 'a part'],
    ['XA8I23', 'AB1', 'a part with confusable signs'],
    ['ABCDE12345', 'AXCDE1Y345', 'two wrong signs in ten'],
  ])('takes %s for %s: %s', (plate, wanted) => {
    expect(resembles(plate, wanted)).toBe(true);
  });
});

const text = fc.string({ unit: fc.constantFrom(...'ABO0128S5Z'.split('')), minLength: 2, maxLength: 12 });

describe('certainPieces', () => {
  it('cover what is searched, and one of them is in everything that resembles it', () => {
    fc.assert(
      fc.property(text, text, (plate, wanted) => {
        const pieces = certainPieces(foldPlate(wanted));
        expect(pieces.join('')).toBe(foldPlate(wanted));
        expect(pieces.every((piece) => piece.length >= 2)).toBe(true);
        if (resembles(plate, wanted)) expect(pieces.some((piece) => foldPlate(plate).includes(piece))).toBe(true);
      }),
    );
  });
});

describe('mistakesIn', () => {
  it('is none exactly where the text holds what is searched', () => {
    fc.assert(
      fc.property(text, text, (plate, wanted) => {
        expect(mistakesIn(plate, wanted) === 0).toBe(plate.includes(wanted));
      }),
    );
  });
});
