import type { FootageExport } from '@sightline/contracts/exports/export';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { useIsProcessing } from '../../platform/state/session-state.ts';
import { toastFailure } from '../../ui/toasts/toast.tsx';
import { isWorking } from './export-queries.ts';

/** Cancel while it is made, download once it is done. */
export function ExportActions({ item }: { item: FootageExport }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const isProcessing = useIsProcessing(item.id);
  const cancel = useMutation({
    mutationFn: () => call(exportsCalls.cancel, { params: { id: item.id } }),
    meta: { processingId: item.id },
    onSettled: () => cache.invalidateQueries({ queryKey: callKey(exportsCalls.list) }),
    onError: (failure) => toastFailure(t('exports.item.cancelFailed'), failure),
  });
  if (isWorking(item)) {
    return (
      <Tooltip label={t('exports.item.cancel')}>
        <ActionIcon
          size={28}
          aria-label={t('exports.item.cancel')}
          loading={isProcessing}
          onClick={() => cancel.mutate()}
        >
          <IconX size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
    );
  }
  if (item.fileUrl === null) return null;
  return (
    <Tooltip label={t('exports.item.download')}>
      <ActionIcon
        size={28}
        component="a"
        href={item.fileUrl}
        download={item.fileName ?? true}
        aria-label={t('exports.item.download')}
      >
        <IconDownload size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
