import type { Alert } from '@sightline/contracts/alerts/alert';
import { expect, test } from 'vitest';
import { ApiError, noAnswer } from '../../../platform/api/api-error.ts';
import { readEach } from './read-rows.ts';

const refusal = (status: number): ApiError =>
  new ApiError({ code: 'not_found', data: {}, message: '', requestId: 'r-1' }, status);

const failures: Record<string, ApiError> = {
  hidden: refusal(404),
  refused: refusal(403),
  away: noAnswer('cut'),
  broken: refusal(500),
};

test('an alert that is refused leaves the queue, one of which nobody could say anything stays', async () => {
  const read = (id: string): Promise<Alert> => {
    const failure = failures[id];
    return failure === undefined ? Promise.resolve({ id } as Alert) : Promise.reject(failure);
  };
  const rows = await readEach(['seen', 'hidden', 'refused', 'away', 'broken'], read);
  expect(rows.read.map(({ id }) => id)).toEqual(['seen']);
  expect([...rows.takenAway].toSorted()).toEqual(['hidden', 'refused']);
});
