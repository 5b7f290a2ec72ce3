import type { DhcpReservation, DhcpSettings } from '@sightline/contracts/edges/dhcp';
import { AppError } from '@sightline/contracts/shared/errors';
import { ipv4Number, networkOf, type OwnAddress } from './ipv4.ts';

/** As many as one core gives out; a camera network is not larger. */
const maxAddresses = 4096;
const maxReservations = 1000;

/** The address that the core has on an interface; fails with `dhcp_interface_invalid` when it has none there. */
export function ownAddressOn(name: string, own: readonly OwnAddress[]): OwnAddress {
  const found = own.find((address) => address.name === name && address.prefix <= 30 && address.prefix >= 8);
  if (!found) throw new AppError('dhcp_interface_invalid', { interface: name });
  return found;
}

const isInside = (ip: string, at: OwnAddress): boolean => {
  const { first, last } = networkOf(at);
  const number = ipv4Number(ip);
  return number > first && number < last && ip !== at.address;
};

/** Refuses a range that the interface cannot serve, with what is wrong. */
export function checkRange({ rangeStart, rangeEnd }: DhcpSettings, at: OwnAddress): void {
  const [from, to, own] = [rangeStart, rangeEnd, at.address].map(ipv4Number) as [number, number, number];
  const fields = [...(isInside(rangeStart, at) ? [] : ['rangeStart']), ...(isInside(rangeEnd, at) ? [] : ['rangeEnd'])];
  if (fields.length > 0) throw new AppError('dhcp_range_invalid', { fields });
  if (from > to || to - from >= maxAddresses || (own >= from && own <= to))
    throw new AppError('dhcp_range_invalid', { fields: ['rangeStart', 'rangeEnd'] });
}

/** Refuses a reservation that lies elsewhere, or takes address or name of another one; the one of the same device is replaced. */
export function checkReservation(wanted: DhcpReservation, reserved: readonly DhcpReservation[], at: OwnAddress): void {
  if (!isInside(wanted.ip, at)) throw new AppError('dhcp_range_invalid', { fields: ['ip'] });
  const others = reserved.filter(({ macAddress }) => macAddress !== wanted.macAddress);
  if (others.length >= maxReservations) throw new AppError('too_many', { max: maxReservations });
  const sameAddress = others.find(({ ip }) => ip === wanted.ip);
  if (sameAddress)
    throw new AppError('dhcp_reservation_conflict', { fields: ['ip'], macAddress: sameAddress.macAddress });
  const sameName = others.find(({ name }) => name !== '' && name.toLowerCase() === wanted.name.toLowerCase());
  if (sameName) throw new AppError('dhcp_reservation_conflict', { fields: ['name'], macAddress: sameName.macAddress });
}

/** Refuses a network in which not all reservations lie: they would be kept without ever being given. */
export function checkReservationsFit(reserved: readonly DhcpReservation[], at: OwnAddress): void {
  const outside = reserved.find(({ ip }) => !isInside(ip, at));
  if (outside) throw new AppError('dhcp_range_invalid', { fields: ['reserved'], macAddress: outside.macAddress });
}
