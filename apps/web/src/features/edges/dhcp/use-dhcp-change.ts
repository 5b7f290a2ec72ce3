import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { DhcpState } from '@sightline/contracts/edges/dhcp';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { callKey } from '../../../platform/api/client.ts';

interface DhcpChange<T> {
  change: (request: T) => Promise<DhcpState>;
  onDone?: (() => void) | undefined;
}

/** How a change of DHCP is asked for, and what is shown after it. */
export function dhcpChange<T>(client: QueryClient, edgeId: string, { change, onDone }: DhcpChange<T>) {
  const queryKey = callKey(edgesCalls.dhcp, { params: { id: edgeId } });
  return {
    mutationFn: async (request: T) => {
      // An answer from before must not overwrite the one that comes now.
      await client.cancelQueries({ queryKey });
      return change(request);
    },
    onSuccess: (state: DhcpState) => {
      client.setQueryData(queryKey, state);
      onDone?.();
    },
    // Of a core that was asked and did not answer in time nobody knows what it did: it is asked how it is.
    onError: () => void client.invalidateQueries({ queryKey }),
  };
}

/** Changes what a core gives out; its answer is what is shown from then on. */
export function useDhcpChange<T>(edgeId: string, change: (request: T) => Promise<DhcpState>, onDone?: () => void) {
  return useMutation(dhcpChange(useQueryClient(), edgeId, { change, onDone }));
}
