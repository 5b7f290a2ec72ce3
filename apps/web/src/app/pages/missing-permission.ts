import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import type { ApiError } from '../../platform/api/api-error.ts';

/** The permission that a refusal names, or nothing. */
export const missingPermission = ({ data }: ApiError): Permission | undefined =>
  (Object.keys(permissions) as Permission[]).find((name) => name === data.permission);
