import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import type { ApiError } from '../../platform/api/api-error.ts';

/** The permission that a refusal names, or nothing. */
export const missingPermission = ({ data }: ApiError): Permission | undefined =>
  (Object.keys(permissions) as Permission[]).find((name) => name === data.permission);

/** The permission that somebody lacks who wanted to grant it or to take it away, or nothing. */
export const ungrantable = (error: ApiError): Permission | undefined =>
  error.code === 'grant_exceeds_own' ? missingPermission(error) : undefined;
