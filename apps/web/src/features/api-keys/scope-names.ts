import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import type { TFunction } from 'i18next';

const isPermission = (scope: string): scope is Permission => scope in permissions;

/** Rights of a key in words; what this version does not know is shown as it is. */
export const scopeNames = (t: TFunction, scopes: readonly string[]): string =>
  scopes.map((scope) => (isPermission(scope) ? t(`permissions.names.${scope}`) : scope)).join(', ');
