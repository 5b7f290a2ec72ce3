import { acquireTestDatabase, type TestDatabase } from '@sightline/testing/database/test-database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPool } from './database.ts';

describe('a connection that the database closes', () => {
  let testDatabase: TestDatabase;
  beforeAll(async () => {
    testDatabase = await acquireTestDatabase();
  });
  afterAll(() => testDatabase.drop());

  it('is told of while its pool is in use, and not when the pool has ended before it', async () => {
    const onError = vi.fn();
    const { connectionString } = testDatabase;
    const pool = createPool(connectionString, { max: 1, onError });
    const client = await pool.connect();
    const lost = new Error('terminating connection due to administrator command');
    client.emit('error', lost);
    expect(onError.mock.calls).toEqual([[lost]]);
    client.release();
    const ended = pool.end();
    client.emit('error', lost);
    await ended;
    expect(onError).toHaveBeenCalledTimes(1);
  });
});
