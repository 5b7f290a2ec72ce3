/** More at once are let wait: their browsers knock again several times a second. */
const maxKnocking = 16;
/** Whoever holds all the places of one address keeps nobody of another one out. */
const maxKnockingOfOneAddress = 4;
const maxInside = 128;
const maxOfOneAddress = 32;

/** Somebody at the door: `isIn` once the channel is open, until then knocking. */
export interface AtEndpoint {
  address: string;
  isIn: boolean;
}

/** Whether one more may knock from this address. */
export function hasRoom(present: readonly AtEndpoint[], address: string): boolean {
  const knocking = present.filter(({ isIn }) => !isIn);
  const own = (some: readonly AtEndpoint[]): number => some.filter((one) => one.address === address).length;
  if (present.length >= maxInside || own(present) >= maxOfOneAddress) return false;
  return knocking.length < maxKnocking && own(knocking) < maxKnockingOfOneAddress;
}
