import type { TFunction } from 'i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { failedFields } from '../../../ui/forms/failed-fields.ts';

const fieldOfCode: Record<string, string> = {
  time_zone_unknown: 'timeZone',
  location_parent_invalid: 'parentId',
  camera_not_below_core: 'parentId',
};
const fieldOfPath: Record<string, string> = { 'coordinates.lat': 'lat', 'coordinates.lon': 'lon', coordinates: 'lat' };

/** What a refusal says about fields of the form of a site, by field; empty when it is about none. */
export const fieldErrorsOf = (failure: unknown, t: TFunction): Record<string, string> => {
  const { code } = toApiError(failure);
  const field = fieldOfCode[code];
  if (field !== undefined) return { [field]: t(`errors.${code}`) };
  return Object.fromEntries(
    failedFields(failure).map((path) => [fieldOfPath[path] ?? path, t('locations.form.fieldWrong')]),
  );
};
