import { expect, it } from 'vitest';
import { prettyJson, textOf, valueOf } from './variable-values.ts';

it.each([
  ['int', '1.5'],
  ['int', '2e3'],
  ['int', '9007199254740993'],
  ['float', 'abc'],
  ['float', '1,5'],
  ['float', '0x10'],
  ['float', '1e999'],
  ['json', '{ bad }'],
  ['json', ''],
  ['string', '   '],
] as const)('DB-VAR-010 DB-VAR-011 DB-VAR-013 takes no %s from %j', (type, text) => {
  expect(valueOf(type, text)).toBeNull();
});

it.each([
  ['int', ' -2 ', -2],
  ['float', '1.5', 1.5],
  ['float', '2', 2],
  ['float', '.5e-1', 0.05],
  ['json', '{"a":[1]}', { a: [1] }],
  ['json', 'null', null],
  ['string', ' two words ', ' two words '],
] as const)('DB-VAR-012 DB-VAR-013 takes %s from %j', (type, text, value) => {
  expect(valueOf(type, text)).toEqual({ type, value });
});

it('DB-VAR-012 writes a whole decimal number with its fraction, and JSON over several lines', () => {
  expect(textOf({ type: 'float', value: 2 })).toBe('2.0');
  expect(textOf({ type: 'float', value: -0.5 })).toBe('-0.5');
  expect(textOf({ type: 'int', value: 2 })).toBe('2');
  expect(textOf({ type: 'json', value: { a: 1 } })).toBe('{\n  "a": 1\n}');
  expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyJson('{"a":')).toBe('{"a":');
});
