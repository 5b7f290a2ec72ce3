import { expect, test } from 'vitest';
import { requestUrl } from './request-url.ts';

test('refuses a path whose parameter is missing', () => {
  expect(() => requestUrl('/api/v1/cameras/{id}', {})).toThrow('id');
  expect(() => requestUrl('/api/v1/cameras/{id}', { params: { id: '' } })).toThrow('id');
});

test('keeps an id from outside inside its segment', () => {
  expect(requestUrl('/api/v1/cameras/{id}', { params: { id: '../edges?x=1' } })).toBe(
    '/api/v1/cameras/..%2Fedges%3Fx%3D1',
  );
});

test('leaves absent values out of the query and keeps zero and false', () => {
  expect(
    requestUrl('/api/v1/cameras', { query: { search: '', state: undefined, cursor: null, limit: 0, all: false } }),
  ).toBe('/api/v1/cameras?limit=0&all=false');
});

test('encodes what people type', () => {
  expect(requestUrl('/api/v1/cameras', { query: { search: 'שער & 2' } })).toBe(
    '/api/v1/cameras?search=%D7%A9%D7%A2%D7%A8+%26+2',
  );
});
