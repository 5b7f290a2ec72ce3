import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api/api-error.ts';
import { missingPermission, ungrantable } from './missing-permission.ts';

const refusal = (code: 'grant_exceeds_own' | 'forbidden', permission: unknown): ApiError =>
  new ApiError({ code, data: { permission }, message: '', requestId: null }, 403);

test('a refused change of a group names the permission that it takes, and nothing that is none', () => {
  expect(ungrantable(refusal('grant_exceeds_own', 'CameraEdit'))).toBe('CameraEdit');
  expect(ungrantable(refusal('grant_exceeds_own', undefined))).toBeUndefined();
  expect(ungrantable(refusal('grant_exceeds_own', 'toString'))).toBeUndefined();
  // A page that may not be seen names it itself.
  expect(ungrantable(refusal('forbidden', 'CameraEdit'))).toBeUndefined();
  expect(missingPermission(refusal('forbidden', 'CameraEdit'))).toBe('CameraEdit');
});
