import { lineOf } from './attempt-limiter.ts';
import type { AttemptLocks } from './attempt-locks.ts';
import type { KnownDevices } from './known-devices.ts';

/** From all devices that an account knows together, and from all strangers together. */
const attemptsOfAll = 50;

/** Who tries to get into an account, and from where. */
export interface SignInOrigin {
  /** In small letters. */
  email: string;
  address: string;
  /** What the browser carries of `KnownDevices`. */
  device?: string | undefined;
}

/** Slows guessing of passwords down, so that strangers who guess do not lock the owner out. */
export type SignInLocks = ReturnType<typeof createSignInLocks>;

/**
 * Ten wrong passwords lock the place that they came from: a device that the account knows, or the line of the address. Fifty
 * from strangers lock the account for all strangers, however many lines they have; known devices have fifty of their own.
 */
export function createSignInLocks({ locks, devices }: { locks: AttemptLocks; devices: KnownDevices }) {
  const inside = (email: string) => `password:${email} inside` as const;
  const keysOf = ({ email, address, device }: SignInOrigin) => {
    const known = devices.idOf(device, email);
    return known === null
      ? ({ own: `password:${email} line ${lineOf(address)}`, all: `password:${email} strangers` } as const)
      : ({ own: `password:${email} device ${known}`, all: `password:${email} devices` } as const);
  };
  return {
    /** Counts an attempt before it is made; throws `account_locked`. */
    claim: async (place: SignInOrigin): Promise<void> => {
      const { own, all } = keysOf(place);
      // In this order: one line that goes on and on counts for nobody else.
      await locks.claim(own, 'account_locked');
      await locks.claim(all, 'account_locked', attemptsOfAll);
    },
    /** After the right password: others that failed still count. */
    opened: async (place: SignInOrigin): Promise<void> => {
      const { own, all } = keysOf(place);
      await locks.forgive(own);
      await locks.refund(all);
    },
    /** After a reset by mail: the password that was guessed at is gone, and its owner signs in next, from there. */
    reset: async ({ email, address, device }: SignInOrigin): Promise<void> => {
      const places = [keysOf({ email, address }), keysOf({ email, address, device })];
      for (const key of new Set(places.flatMap(({ own, all }) => [own, all]))) await locks.forgive(key);
      await locks.forgive(inside(email));
    },
    /** Counts a guess of somebody who is signed in already; throws `rate_limited`. Those at the door are not touched by it. */
    claimInside: (email: string): Promise<void> => locks.claim(inside(email), 'rate_limited'),
    forgiveInside: (email: string): Promise<void> => locks.forgive(inside(email)),
  };
}
