import { expect, test } from 'vitest';
import { keyOf } from './key-of.ts';

test.each([
  ['f', 'KeyF', 'f'],
  ['F', 'KeyF', 'f'],
  // A Hebrew keyboard: letters by their place, signs by what they write.
  ['כ', 'KeyF', 'f'],
  ['א', 'KeyT', 't'],
  ['ת', 'Comma', ','],
  ['/', 'KeyQ', '/'],
  ['?', 'Slash', '?'],
  [']', 'BracketLeft', ']'],
  // A French one writes its letters elsewhere.
  ['q', 'KeyA', 'q'],
  ['é', 'Digit2', 'é'],
  ['F1', 'F1', 'F1'],
  ['ArrowLeft', 'ArrowLeft', 'ArrowLeft'],
])('%s of the key %s means %s', (key, code, meaning) => expect(keyOf({ key, code })).toBe(meaning));
