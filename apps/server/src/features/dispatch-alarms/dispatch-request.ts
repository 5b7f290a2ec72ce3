import type { DispatchAlarmInput } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { AppError } from '@sightline/contracts/shared/errors';
import type { PlaceToFind, Caller } from './dispatch-facts.repository.ts';

const text = (value: string | null): string => value?.trim() ?? '';

/** Digits with the country in front, as the monitoring service wants them; ten digits are a number of the United States. */
export function phoneOf(phone: string | null): string {
  const digits = (phone ?? '').replaceAll(/\D/g, '');
  return digits.length === 10 ? `1${digits}` : digits;
}

interface FoundPlace {
  place: PlaceToFind;
  /** Null where coordinates are all that is known. */
  address: { line1: string; city: string; state: string; zip: string } | null;
}

/** The nearest place upwards that can be found: a part of a site is where the site is. */
export function placeOfHelp(places: readonly PlaceToFind[]): FoundPlace | null {
  for (const place of places) {
    const address = {
      line1: text(place.address),
      city: text(place.city),
      state: text(place.state),
      zip: text(place.zip),
    };
    if (Object.values(address).every((part) => part !== '')) return { place, address };
    if (place.coordinates) return { place, address: null };
  }
  return null;
}

const whereOf = ({ place: { coordinates }, address }: FoundPlace): Record<string, unknown> =>
  address ? { address } : { coordinates: { lat: coordinates?.lat, lng: coordinates?.lon, accuracy: 25 } };

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
  const found = placeOfHelp(places);
  const missing = [...(found === null ? ['address'] : []), ...(phone === '' ? ['phone'] : [])];
  if (found === null || phone === '') throw new AppError('dispatch_incomplete', { missing });
  return {
    name: [text(caller.name), text(places[0]?.name ?? '')].filter((part) => part !== '').join(', '),
    phone,
    owner_id: locationId,
    location: whereOf(found),
    services: Object.fromEntries(services.map((service) => [service, true])),
  };
}
