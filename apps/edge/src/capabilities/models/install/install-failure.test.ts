import { AppError } from '@sightline/contracts/shared/errors';
import { expect, it } from 'vitest';
import { failureOf } from './install-failure.ts';

it.each([
  [Object.assign(new Error('no room'), { code: 'ENOSPC' }), 'disk_full'],
  [Object.assign(new Error('no room for this account'), { code: 'EDQUOT' }), 'disk_full'],
  [Object.assign(new Error('broken'), { code: 'EIO' }), 'internal'],
  [new AppError('model_corrupt', { file: 'a.onnx' }), 'model_corrupt'],
  ['text', 'internal'],
  [null, 'internal'],
])('an installation that ended by %s is told as %s', (error, code) => {
  expect(failureOf(error).code).toBe(code);
});
