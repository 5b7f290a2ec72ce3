import type { Edge } from '@sightline/contracts/edges/edge';
import { DhcpSection } from '../../../features/edges/dhcp/dhcp-section.tsx';
import { EdgeNetwork } from '../../../features/edges/system/edge-network.tsx';

/** Addresses of the core, and those that it gives to cameras. */
export function CoreNetworkTab({ core, timeZone }: { core: Edge; timeZone: string }) {
  return (
    <>
      <EdgeNetwork edgeId={core.id} />
      <DhcpSection edge={core} timeZone={timeZone} />
    </>
  );
}
