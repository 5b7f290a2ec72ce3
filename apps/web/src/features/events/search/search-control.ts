import type { SearchAddress } from './search-address.ts';

/** The search as it stands in the address, and how to change it. */
export interface SearchControl {
  address: SearchAddress;
  /** Changes part of it; `undefined` takes a filter away. `replace` keeps the step out of the history. */
  change: (part: SearchAddress, options?: { replace?: boolean }) => void;
}
