import { Button, Menu } from '@mantine/core';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callForFile } from '../../platform/api/client.ts';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { dayOf } from '@sightline/domain/time/zone-time';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';
import type { AskedFilter } from './audit-queries.ts';
import { saveFile } from '../../platform/files/save-file.ts';

const useCsv = (filter: AskedFilter) => {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: async () => {
      const answer = await callForFile(auditCalls.exportCsv, { body: filter });
      toastSuccess({ title: t('audit.csv.started') });
      saveFile(await answer.blob(), `audit-${dayOf(serverNowUtcMs(), ownZone())}.csv`);
    },
    onError: (failure) => toastFailure(t('audit.csv.failed'), failure),
  });
};

const usePdf = () => {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (kind: 'log' | 'report') =>
      call(kind === 'log' ? auditCalls.mailLogPdf : auditCalls.mailReportPdf, { body: {} }),
    onSuccess: ({ email }) => toastSuccess({ title: t('audit.pdf.sent', { email: leftToRight(email) }) }),
    onError: (failure) => toastFailure(t('audit.pdf.failed'), failure),
  });
};

/** Ways to take the log along: what is shown as CSV, or documents by mail to the own address. */
export function AuditExport({ filter }: { filter: AskedFilter }) {
  const { t } = useTranslation();
  const csv = useCsv(filter);
  const pdf = usePdf();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={csv.isPending || pdf.isPending}
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        >
          {t('audit.export.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => csv.mutate()}>{t('audit.export.csv')}</Menu.Item>
        <Menu.Item onClick={() => pdf.mutate('log')}>{t('audit.export.log')}</Menu.Item>
        <Menu.Item onClick={() => pdf.mutate('report')}>{t('audit.export.report')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
