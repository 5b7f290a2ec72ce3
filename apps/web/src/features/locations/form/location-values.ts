import type { Location, LocationInput } from '@sightline/contracts/locations/location';
import { degreesOf } from '../../../platform/geo/degrees.ts';

/** What the forms of a site hold; an empty text is none. */
export interface LocationValues {
  name: string;
  parentId: string | null;
  timeZone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  notes: string;
  /** Degrees as typed. */
  lat: string;
  lon: string;
}

/** Values of a site, or of one that is to be made where this machine is. */
export const locationValuesOf = (location: Location | undefined, ownZone: string): LocationValues => ({
  name: location?.name ?? '',
  parentId: location?.parentId ?? null,
  timeZone: location?.timeZone ?? ownZone,
  address: location?.address ?? '',
  city: location?.city ?? '',
  state: location?.state ?? '',
  zip: location?.zip ?? '',
  notes: location?.notes ?? '',
  lat: location?.coordinates?.lat.toString() ?? '',
  lon: location?.coordinates?.lon.toString() ?? '',
});

/** Whether one of the coordinates is wrong: both are there and in range, or both are empty. */
export const isWrongCoordinate = (values: LocationValues, field: 'lat' | 'lon'): boolean => {
  if (values.lat.trim() === '' && values.lon.trim() === '') return false;
  return degreesOf(values[field], field === 'lat' ? 90 : 180) === null;
};

const textOrNone = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Values as the contract wants them. */
export const locationInputOf = (values: LocationValues): Omit<LocationInput, 'localLiveStream' | 'faceRecognition'> => {
  const [lat, lon] = [degreesOf(values.lat, 90), degreesOf(values.lon, 180)];
  return {
    name: values.name.trim(),
    parentId: values.parentId,
    timeZone: values.timeZone,
    address: textOrNone(values.address),
    city: textOrNone(values.city),
    state: textOrNone(values.state),
    zip: textOrNone(values.zip),
    notes: textOrNone(values.notes),
    coordinates: lat === null || lon === null ? null : { lat, lon },
  };
};
