import type { Edge } from '@sightline/contracts/edges/edge';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { CoreDetailsTab } from './core-details-tab.tsx';
import type { CoreTabName } from './core-tabs.ts';

// Each part is fetched when it is opened: together they are more than a page may be.
const CoreThumbnailsTab = lazy(async () => ({
  default: (await import('./core-thumbnails-tab.tsx')).CoreThumbnailsTab,
}));
const CoreNetworkTab = lazy(async () => ({ default: (await import('./core-network-tab.tsx')).CoreNetworkTab }));
const CoreStorageTab = lazy(async () => ({ default: (await import('./core-storage-tab.tsx')).CoreStorageTab }));
const Heartbeats = lazy(async () => ({
  default: (await import('../../../features/edges/heartbeats/heartbeats.tsx')).Heartbeats,
}));
const EdgeLogs = lazy(async () => ({ default: (await import('../../../features/edges/logs/edge-logs.tsx')).EdgeLogs }));
const EdgeSoftware = lazy(async () => ({
  default: (await import('../../../features/edges/system/edge-software.tsx')).EdgeSoftware,
}));
const CoreUpdateSection = lazy(async () => ({
  default: (await import('../../../features/edge-releases/core-update-section.tsx')).CoreUpdateSection,
}));
const Recovery = lazy(async () => ({
  default: (await import('../../../features/edges/recovery/recovery.tsx')).Recovery,
}));
const SyncQueue = lazy(async () => ({
  default: (await import('../../../features/sync-operations/sync-queue.tsx')).SyncQueue,
}));
const EndEdge = lazy(async () => ({ default: (await import('../../../features/edges/end-edge.tsx')).EndEdge }));

interface CoreTabProps {
  tab: CoreTabName;
  core: Edge;
  timeZone: string;
}

/** The chosen part of the page of a core. */
export function CoreTab(props: CoreTabProps) {
  return (
    <Suspense fallback={<LoadingRows />}>
      <OpenedTab {...props} />
    </Suspense>
  );
}

function OpenedTab({ tab, core, timeZone }: CoreTabProps) {
  const navigate = useNavigate();
  switch (tab) {
    case 'core':
      return <CoreDetailsTab core={core} timeZone={timeZone} />;
    case 'thumbnails':
      return <CoreThumbnailsTab edgeId={core.id} />;
    case 'network':
      return <CoreNetworkTab core={core} timeZone={timeZone} />;
    case 'storage':
      return <CoreStorageTab core={core} timeZone={timeZone} />;
    case 'heartbeats':
      return <Heartbeats edgeId={core.id} timeZone={timeZone} />;
    case 'logs':
      return <EdgeLogs edgeId={core.id} name={core.name} timeZone={timeZone} />;
    case 'software':
      return (
        <>
          <EdgeSoftware edgeId={core.id} timeZone={timeZone} />
          <CoreUpdateSection edge={core} timeZone={timeZone} />
        </>
      );
    case 'recovery':
      return <Recovery edge={core} timeZone={timeZone} />;
    case 'sync':
      return <SyncQueue edgeId={core.id} timeZone={timeZone} />;
    case 'delete':
      return <EndEdge edge={core} onDeleted={() => void navigate({ to: '/location/home' })} />;
  }
}
