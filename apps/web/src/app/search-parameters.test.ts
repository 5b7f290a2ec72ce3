import { expect, test } from 'vitest';
import { parseSearch, stringifySearch, textParameter } from '../platform/routes/search-parameters.ts';
import { cameraSearch, deviceListSearch } from './search-schemas.ts';

test('makes neither numbers nor truth values of what was typed', () => {
  expect(parseSearch('?q=9999&flag=true&plate=012')).toEqual({ q: '9999', flag: 'true', plate: '012' });
});

test('writes values as they are and leaves empty ones out', () => {
  expect(stringifySearch({ q: '12', none: undefined, empty: '', list: ['x'], open: true })).toBe('?q=12&open=true');
  expect(stringifySearch({})).toBe('');
});

test('gives back what it wrote, in every script', () => {
  const search = { q: 'שער 2 & "3"', site: 'a/b?c#d' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

test('a link with an unknown filter still opens, without it', () => {
  expect(deviceListSearch({ status: 'burning', q: 7, site: 'x' })).toEqual({
    status: undefined,
    q: undefined,
    site: 'x',
    core: undefined,
  });
  expect(deviceListSearch({ status: 'offline' }).status).toBe('offline');
  expect(cameraSearch({ at: '' })).toEqual({ at: undefined });
});

test('cuts endless parameters', () => {
  expect(textParameter('x'.repeat(5000))).toHaveLength(200);
});
