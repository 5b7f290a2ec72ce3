import type { FootageExport } from '@sightline/contracts/exports/export';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { useIsProcessing } from '../../platform/state/session-state.ts';
import { Row } from '../../ui/layout/row.tsx';
import { toastFailure } from '../../ui/toasts/toast.tsx';
import { isWorking } from './export-queries.ts';
import { ExportShare } from './share/export-share.tsx';

interface ExportActionsProps {
  item: FootageExport;
  /** With words beside the pictures, where there is room. */
  hasWords?: boolean;
}

/** Cancel while it is made; once it is done download it, copy a link to it or mail one. */
export function ExportActions({ item, hasWords = false }: ExportActionsProps) {
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
    <Row inline align="center" gap={4} wrap>
      <Download item={item} fileUrl={item.fileUrl} hasWords={hasWords} />
      <ExportShare item={item} hasWords={hasWords} />
    </Row>
  );
}

function Download({ item, fileUrl, hasWords }: ExportActionsProps & { fileUrl: string }) {
  const { t } = useTranslation();
  const icon = <IconDownload size={16} stroke={1.6} aria-hidden />;
  const file = { component: 'a', href: fileUrl, download: item.fileName ?? true } as const;
  if (hasWords === true)
    return (
      <Button {...file} variant="default" size="compact-md" leftSection={icon}>
        {t('exports.item.download')}
      </Button>
    );
  return (
    <Tooltip label={t('exports.item.download')}>
      <ActionIcon {...file} size={28} aria-label={t('exports.item.download')}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
