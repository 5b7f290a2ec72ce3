import type { DispatchAlarmInput } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { AppError } from '@sightline/contracts/shared/errors';
import type { PlaceToFind, Caller } from './dispatch-facts.repository.ts';

const text = (value: string | null): string => value?.trim() ?? '';

/** Digits with the country in front, as the monitoring service wants them; ten digits are a number of the United States. */
function phoneOf(phone: string | null): string {
  const digits = (phone ?? '').replaceAll(/\D/g, '');
  return digits.length === 10 ? `1${digits}` : digits;
}

interface Where {
  address?: { line1: string; city: string; state: string; zip: string };
  coordinates?: { lat: number; lng: number; accuracy: number };
}

/** The nearest place upwards that can be found: a part of a site is where the site is. */
function whereOf(places: readonly PlaceToFind[]): Where | null {
  for (const { address, city, state, zip, coordinates } of places) {
    const whole = { line1: text(address), city: text(city), state: text(state), zip: text(zip) };
    if (Object.values(whole).every((part) => part !== '')) return { address: whole };
    if (coordinates) return { coordinates: { lat: coordinates.lat, lng: coordinates.lon, accuracy: 25 } };
  }
  return null;
}

/**
 * What the monitoring service is told, by its Dispatch API: written down once, so that every try says the same. Throws
 * `dispatch_incomplete` with what is missing.
 */
export function dispatchRequest(
  { locationId, services }: Pick<DispatchAlarmInput, 'locationId' | 'services'>,
  caller: Caller,
  places: readonly PlaceToFind[],
): Record<string, unknown> {
  const phone = phoneOf(caller.phone);
  const location = whereOf(places);
  const missing = [...(location === null ? ['address'] : []), ...(phone === '' ? ['phone'] : [])];
  if (location === null || phone === '') throw new AppError('dispatch_incomplete', { missing });
  return {
    name: [text(caller.name), text(places[0]?.name ?? '')].filter((part) => part !== '').join(', '),
    phone,
    owner_id: locationId,
    location,
    services: Object.fromEntries(services.map((service) => [service, true])),
  };
}
