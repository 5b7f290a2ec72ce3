import type { DhcpState } from '@sightline/contracts/edges/dhcp';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { callKey } from '../../../platform/api/client.ts';
import { dhcpChange } from './use-dhcp-change.ts';

const stateOf = (enabled: boolean): DhcpState => ({
  isInstalled: true,
  enabled,
  isRunning: enabled,
  failure: null,
  settings: null,
  interfaces: [],
  leases: [],
  reserved: [],
  probe: null,
});

/** What is shown after `change` was asked of a core that says `now` from then on. */
async function shownAfter(change: () => Promise<DhcpState>, now: DhcpState): Promise<unknown> {
  const client = new QueryClient();
  const queryKey = callKey(edgesCalls.dhcp, { params: { id: 'core' } });
  client.setQueryData(queryKey, stateOf(false));
  const asked = vi.fn<() => Promise<DhcpState>>(() => Promise.resolve(now));
  const end = new QueryObserver(client, { queryKey, queryFn: asked, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => undefined,
  );
  await new MutationObserver(client, dhcpChange(client, 'core', { change })).mutate(undefined).catch(() => undefined);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  end();
  return client.getQueryData(queryKey);
}

test('EDGE-010 after a change that failed the switch shows how the core is: as before, or changed although its answer was lost', async () => {
  const fails = (): Promise<DhcpState> => Promise.reject(new Error('no answer'));
  expect(await shownAfter(fails, stateOf(false))).toEqual(stateOf(false));
  expect(await shownAfter(fails, stateOf(true))).toEqual(stateOf(true));
});

test('EDGE-010 what the core answers is shown without asking again', async () => {
  expect(await shownAfter(() => Promise.resolve(stateOf(true)), stateOf(false))).toEqual(stateOf(true));
});
