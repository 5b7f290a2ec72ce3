import { signInErrors } from '@sightline/contracts/shared/errors/sign-in-errors';
import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api/api-error.ts';
import { toldFailure } from './delete-for-good.ts';

const isKnown = (code: string): boolean => ['internal', 'unavailable', 'location_not_empty'].includes(code);
const told = (code: string, status: number, message = ''): unknown =>
  toldFailure(new ApiError({ code: code as never, data: {}, message, requestId: null }, status), isKnown);

test('LOC-031 a deletion that failed is told by its code, in the words of the server, or as unknown', () => {
  for (const code of ['internal', 'unavailable', 'of_a_newer_server']) {
    expect(told(code, 500)).toEqual({ by: 'nobody' });
    expect(told(code, 500, 'The disk is full')).toEqual({ by: 'server', message: 'The disk is full' });
  }
  expect(told('location_not_empty', 409, 'This location still has cores')).toEqual({ by: 'code' });
  expect(told('internal', 500, signInErrors.internal.text)).toEqual({ by: 'code' });
  // The server is away: that is known, and said.
  expect(told('unavailable', 503)).toEqual({ by: 'code' });
  expect(toldFailure(new Error('deleted and still there'), isKnown)).toEqual({ by: 'nobody' });
});
