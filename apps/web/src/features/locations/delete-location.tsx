import { Button } from '@mantine/core';
import type { Location, LocationDeleteCheck } from '@sightline/contracts/locations/location';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { toastFailure } from '../../ui/toasts/toast.tsx';

const DeleteLocationDialog = lazy(async () => ({
  default: (await import('./delete-location-dialog.tsx')).DeleteLocationDialog,
}));

interface DeleteLocationProps {
  location: Location;
  onDeleted: () => void;
}

/** Deletes a site: asks the server first whether that is allowed, then the person. */
export function DeleteLocation({ location, onDeleted }: DeleteLocationProps) {
  const { t } = useTranslation();
  const [found, setFound] = useState<LocationDeleteCheck | null>(null);
  const check = useMutation({
    mutationFn: () => call(locationsCalls.deleteCheck, { params: { id: location.id } }),
    onSuccess: setFound,
    onError: (failure) => toastFailure(t('locations.delete.notChecked'), failure),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        {t('locations.delete.action')}
      </Button>
      {found !== null && (
        <Suspense>
          <DeleteLocationDialog
            location={location}
            check={found}
            onDeleted={onDeleted}
            onClose={() => setFound(null)}
          />
        </Suspense>
      )}
    </>
  );
}
