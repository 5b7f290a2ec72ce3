import { expect, test } from 'vitest';
import { alertSearch } from '../features/alerts/alert-filters.ts';
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

test('a link to alerts with a site or camera that names nothing still opens, without it', () => {
  const site = '01a20ed8-53e4-76a1-8a30-14ec9f820423';
  expect(alertSearch({ site: 'nope', camera: `${site}x`, alert: 'gone' })).toEqual({ alert: 'gone' });
  expect(alertSearch({ site, camera: site.toUpperCase() })).toMatchObject({ site, camera: site.toUpperCase() });
});

test('cuts endless parameters', () => {
  expect(textParameter('x'.repeat(5000))).toHaveLength(200);
});
