import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { DhcpState } from '@sightline/contracts/edges/dhcp';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callKey } from '../../../platform/api/client.ts';

/** Changes what a core gives out; its answer is what is shown from then on. */
export function useDhcpChange<T>(edgeId: string, change: (wish: T) => Promise<DhcpState>, onDone?: () => void) {
  const client = useQueryClient();
  const key = callKey(edgesCalls.dhcp, { params: { id: edgeId } });
  return useMutation({
    mutationFn: async (wish: T) => {
      // An answer from before must not overwrite the one that comes now.
      await client.cancelQueries({ queryKey: key });
      return change(wish);
    },
    onSuccess: (state) => {
      client.setQueryData(key, state);
      onDone?.();
    },
  });
}
