import { Button } from '@mantine/core';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

/** Deletes a camera after asking. */
export function DeleteCamera({ camera, onDeleted }: { camera: Camera; onDeleted: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    await call(camerasCalls.remove, { params: { id: camera.id } });
    client.removeQueries({ queryKey: callKey(camerasCalls.get, { params: { id: camera.id } }) });
    await client.invalidateQueries({ queryKey: callKey(camerasCalls.list) });
    toastSuccess({ title: t('cameras.delete.done', { name: camera.name }) });
    onDeleted();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t('cameras.delete.action')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('cameras.delete.title', { name: camera.name })}
          text={t('cameras.delete.text', { count: camera.retentionDays })}
          confirmLabel={t('cameras.delete.action')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
