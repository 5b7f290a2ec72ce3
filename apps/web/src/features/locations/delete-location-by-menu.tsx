import type { LocationDeleteCheck } from '@sightline/contracts/locations/location';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/api/client.ts';
import { toastFailure } from '../../ui/toasts/toast.tsx';
import { DeleteLocationDialog } from './delete-location-dialog.tsx';

interface DeleteLocationByMenuProps {
  location: { id: string; name: string };
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes a site from a menu: as everywhere, the server is asked first whether that is allowed. */
export function DeleteLocationByMenu({ location, onDeleted, onClose }: DeleteLocationByMenuProps) {
  const { t } = useTranslation();
  const check = useQuery({
    ...callQuery(locationsCalls.deleteCheck, { params: { id: location.id } }),
    staleTime: 0,
    gcTime: 0,
  });
  const found: LocationDeleteCheck | undefined = check.isFetching ? undefined : check.data;
  useEffect(() => {
    if (check.error === null) return;
    toastFailure(t('locations.delete.notChecked'), check.error);
    onClose();
  }, [check.error, onClose, t]);
  return found === undefined ? null : (
    <DeleteLocationDialog location={location} check={found} onDeleted={onDeleted} onClose={onClose} />
  );
}
