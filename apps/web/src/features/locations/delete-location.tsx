import { Button } from '@mantine/core';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { Location } from '@sightline/contracts/locations/location';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

interface DeleteLocationProps {
  location: Location;
  onDeleted: () => void;
}

/** Deletes a site after asking; the server refuses while cores or sites belong to it. */
export function DeleteLocation({ location, onDeleted }: DeleteLocationProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    await call(locationsCalls.remove, { params: { id: location.id } });
    await client.invalidateQueries({ queryKey: callKey(locationsCalls.list) });
    toastSuccess({ title: t('locations.delete.done', { name: location.name }) });
    onDeleted();
  };
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={() => setAsking(true)}>
        {t('locations.delete.action')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('locations.delete.title', { name: location.name })}
          text={t('locations.delete.text')}
          confirmLabel={t('locations.delete.action')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
