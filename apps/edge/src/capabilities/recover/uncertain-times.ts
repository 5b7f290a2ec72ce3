import { type ClockCopy, readClockCopy } from '../../platform/store/clock-copy.ts';
import { ClockSpans } from '../../platform/store/clock-spans.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { streamsOn } from './lost-footage.ts';
import { isRebuilt } from './rebuild-store.ts';

/** Whether the store knows less than what lies on the disk of the footage: it was lost, rebuilt, or is another core's. */
export function isStoreAnew({ cameras, meta }: Pick<EdgeStores, 'cameras' | 'meta'>, volume: string): boolean {
  const known = new Set(cameras.streams().map((stream) => stream.id));
  return isRebuilt(meta) || streamsOn(volume).some((name) => !known.has(name));
}

/**
 * Tells a store that was made anew of which footage the time is uncertain. One that was not knows that itself: what is written down beside
 * and not known to it was settled.
 */
export function takeUpUncertain(parts: {
  stores: Pick<EdgeStores, 'store'>;
  volume: string;
  copy: ClockCopy;
  isAnew: boolean;
  isOtherMachine: boolean;
}): void {
  const { stores, volume, copy, isAnew, isOtherMachine } = parts;
  const spans = new ClockSpans(stores.store);
  const copied = readClockCopy(volume);
  if (isAnew) {
    spans.copyTo(copy);
    return spans.takeUp(copied, isOtherMachine);
  }
  for (const { number } of copied) if (!spans.knows(number)) copy.forget(number);
}
