import { homeCalls } from '@sightline/contracts/home/home.api';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ForestNode } from '../../../features/locations/tree/location-forest.ts';
import { callKey } from '../../../platform/api/client.ts';

const AddSubLocationDialog = lazy(async () => ({
  default: (await import('../../../features/locations/add-sub-location-dialog.tsx')).AddSubLocationDialog,
}));
const MoveLocationDialog = lazy(async () => ({
  default: (await import('../../../features/locations/move-location-dialog.tsx')).MoveLocationDialog,
}));
const DeleteLocationByMenu = lazy(async () => ({
  default: (await import('../../../features/locations/delete-location-by-menu.tsx')).DeleteLocationByMenu,
}));
const MoveCamerasDialog = lazy(async () => ({
  default: (await import('../../../features/cameras/move-cameras-dialog.tsx')).MoveCamerasDialog,
}));

export type SiteDialog = 'addPart' | 'camerasIn' | 'camerasOut' | 'move' | 'delete';

interface SiteDialogsProps {
  dialog: SiteDialog;
  node: ForestNode;
  parent: ForestNode | undefined;
  onClose: () => void;
}

/** The dialog that was asked for; what draws it is fetched then. */
export function SiteDialogs({ dialog, node, parent, onClose }: SiteDialogsProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { location } = node;
  const above = parent?.location;
  const deleted = (): void => {
    onClose();
    void client.invalidateQueries({ queryKey: callKey(homeCalls.locations) });
    void navigate({ to: '/location/home', search: {} });
  };
  return (
    <Suspense>
      {dialog === 'addPart' && <AddSubLocationDialog parent={location} onClose={onClose} />}
      {dialog === 'camerasIn' && above !== undefined && (
        <MoveCamerasDialog way="in" from={above} to={location} onClose={onClose} />
      )}
      {dialog === 'camerasOut' && above !== undefined && (
        <MoveCamerasDialog way="out" from={location} to={above} onClose={onClose} />
      )}
      {dialog === 'move' && <MoveLocationDialog location={location} onClose={onClose} />}
      {dialog === 'delete' && <DeleteLocationByMenu location={location} onDeleted={deleted} onClose={onClose} />}
    </Suspense>
  );
}
