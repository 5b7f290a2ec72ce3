import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SearchAddress } from '../../../features/events/search/search-address.ts';
import type { SearchControl } from '../../../features/events/search/search-control.ts';

/** The search page's address and how to change it. A change of filters is a step that "back" takes back. */
export function useSearchAddress(): SearchControl {
  const address = useSearch({ from: '/shell/organization/search' });
  const navigate = useNavigate();
  const change = (part: SearchAddress, { replace = false } = {}): void => {
    void navigate({
      from: '/search',
      to: '/search',
      search: (now) => ({ ...now, ...part }),
      replace,
      resetScroll: false,
    });
  };
  return { address, change };
}
