import { expect, test } from 'vitest';
import { ApiError, noAnswer, readApiError, toApiError } from './api-error.ts';

test('a page of a proxy instead of our answer becomes a code by its status', async () => {
  expect(await readApiError(new Response('<html>Bad gateway</html>', { status: 502 }))).toMatchObject({
    code: 'unavailable',
    status: 502,
  });
  expect(await readApiError(new Response('', { status: 404 }))).toMatchObject({ code: 'not_found' });
  expect(await readApiError(Response.json(['no', 'body'], { status: 418 }))).toMatchObject({ code: 'bad_request' });
});

test('keeps code, data and request id of our own answer', async () => {
  const body = { code: 'camera_duplicate', message: 'x', data: { field: 'url' }, requestId: 'r1' };
  expect(await readApiError(Response.json(body, { status: 409 }))).toMatchObject({
    code: 'camera_duplicate',
    data: { field: 'url' },
    requestId: 'r1',
    status: 409,
  });
});

test('takes what the answer says in words, and no page of a proxy for that', async () => {
  const message = async (body: BodyInit) => (await readApiError(new Response(body, { status: 500 }))).message;
  expect(await message('<html>Bad gateway</html>')).toBe('');
  expect(await message('')).toBe('');
  expect(await message('{"message":"The disk is full"}')).toBe('The disk is full');
  expect(await message('{"code":"internal","message":7}')).toBe('');
});

test('an answer that never came is the server being away; a bug is not', () => {
  expect(noAnswer(new TypeError('Failed to fetch')).code).toBe('unavailable');
  expect(toApiError(new TypeError('Failed to fetch dynamically imported module: /assets/x.js')).code).toBe(
    'unavailable',
  );
  expect(toApiError(new Error('Unable to preload CSS for /assets/x.css')).code).toBe('unavailable');
  expect(toApiError(new TypeError('x is not a function')).code).toBe('internal');
});

test('passes a failure with a code on as it is', () => {
  const failure = new ApiError({ code: 'core_offline', data: {}, message: '', requestId: null }, 503);
  expect(toApiError(failure)).toBe(failure);
});
