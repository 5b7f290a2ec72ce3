import { Readable } from 'node:stream';
import { AppError } from '@sightline/contracts/shared/errors';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failures.ts';

describe('failureOf', () => {
  it.each([
    [new AppError('camera_duplicate'), 'camera_duplicate'],
    [
      Object.assign(new Error('too large'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }),
      'payload_too_large',
    ],
    [
      Object.assign(new Error('media type'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }),
      'bad_request',
    ],
    [Object.assign(new Error('deadlock detected'), { code: '40P01' }), 'conflict'],
    [Object.assign(new Error('invalid byte sequence'), { code: '22021' }), 'validation_failed'],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'unavailable'],
    [Object.assign(new Error('starting up'), { code: '57P03' }), 'unavailable'],
    [Object.assign(new Error('could not extend file'), { code: '53100' }), 'server_disk_full'],
    [
      new Error('wrapped', { cause: Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }) }),
      'server_disk_full',
    ],
    [new TypeError('a bug'), 'internal'],
    ['a string', 'internal'],
    [null, 'internal'],
  ])('gives %s the code %s', (error, code) => {
    expect(failureOf(error).code).toBe(code);
  });

  it('names the texts that no database keeps', () => {
    const body = {
      name: 'Gate',
      address: 'a\0b',
      rows: [{ ip: '10.0.0.1' }, { ip: '\ud800' }],
      file: new Uint8Array(3),
    };
    const error = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
    expect(failureOf(error, { body, query: { search: '\0' } }).data).toEqual({
      fields: ['address', 'rows.1.ip', 'search'],
    });
  });

  it('does not look into a body that is streamed: what hangs on it is no input', () => {
    const body = Object.assign(Readable.from([]), { name: '\0' });
    const error = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
    expect(failureOf(error, { body }).data).toEqual({ fields: [] });
  });
});
