import { Button } from '@mantine/core';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey, callQuery } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
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
          text={<WhatGoes camera={camera} />}
          confirmLabel={t('cameras.delete.action')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** What becomes of its footage, and of how many alerts that is kept, as far as whoever deletes it may know of them. */
function WhatGoes({ camera }: { camera: Camera }) {
  const { t } = useTranslation();
  const kept = useQuery({ ...callQuery(alertsCalls.kept, { query: { cameraId: camera.id } }), retry: false });
  const count = kept.data?.count ?? 0;
  return (
    <>
      {t('cameras.delete.text', { count: camera.retentionDays })}
      {count > 0 && ` ${t('cameras.delete.alerts', { count, shown: formatCount(count) })}`}
    </>
  );
}
