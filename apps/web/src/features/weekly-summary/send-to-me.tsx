import { Button } from '@mantine/core';
import { weeklySummaryCalls } from '@sightline/contracts/weekly-summary/weekly-summary.api';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';

/** Mails the summary of the last seven days to the own address now. */
export function SendToMe() {
  const { t } = useTranslation();
  const send = useMutation({
    mutationFn: () => call(weeklySummaryCalls.sendToMe, {}),
    onSuccess: ({ email }) => toastSuccess({ title: t('weeklySummary.send.sent', { email: leftToRight(email) }) }),
    onError: (failure) => toastFailure(t('weeklySummary.send.failed'), failure),
  });
  return (
    <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
      {t('weeklySummary.send.action')}
    </Button>
  );
}
