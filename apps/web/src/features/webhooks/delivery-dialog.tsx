import { Button } from '@mantine/core';
import type { DeliveryAttempt, DeliveryDetail, Webhook } from '@sightline/contracts/webhooks/webhook';
import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { CopyValue } from '../../ui/forms/copy-value.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { PlainTable, type PlainColumn } from '../../ui/table/plain-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { deliveryById, refreshWebhooks } from './webhook-queries.ts';
import { kindName, outcomeOf } from './webhook-words.ts';
import classes from './webhooks.module.css';

const columnsOf = (t: TFunction): PlainColumn<DeliveryAttempt>[] => [
  {
    id: 'at',
    header: t('webhooks.log.time'),
    cell: ({ atUtcMs }) => <Moment utcMs={atUtcMs} timeZone={ownZone()} />,
  },
  { id: 'result', header: t('webhooks.log.result'), cell: (attempt) => outcomeOf(t, attempt) },
  {
    id: 'duration',
    header: t('webhooks.log.duration'),
    isNumber: true,
    cell: ({ durationMs }) => <bdi dir="ltr">{t('webhooks.log.ms', { ms: formatCount(durationMs) })}</bdi>,
  },
];

/** As people read it. */
const laidOut = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation();
  const { attempts, body, deadBecause, id, last } = delivery;
  return (
    <Stack gap={16}>
      <DeliveryState delivery={delivery} />
      {deadBecause !== null && <p>{t(`webhooks.failure.${deadBecause}`)}</p>}
      <CopyValue label={t('webhooks.log.id')} value={id} />
      {attempts.length > 0 && (
        <PlainTable
          label={t('webhooks.log.tries')}
          columns={columnsOf(t)}
          rows={attempts.toReversed()}
          rowKey={({ atUtcMs }, index) => `${atUtcMs} ${index}`}
        />
      )}
      {last !== null && last.answer !== '' && (
        <Stack gap={4}>
          <strong>{t('webhooks.log.answer')}</strong>
          <pre dir="ltr" className={classes.body}>
            {last.answer}
          </pre>
        </Stack>
      )}
      <Stack gap={4}>
        <strong>{t('webhooks.log.body')}</strong>
        {body === null ? (
          <p>{t('webhooks.log.bodyHidden')}</p>
        ) : (
          <pre dir="ltr" className={classes.body}>
            {laidOut(body)}
          </pre>
        )}
      </Stack>
    </Stack>
  );
}

interface DeliveryDialogProps {
  webhook: Webhook;
  deliveryId: string;
  onClose: () => void;
}

/** One message: its tries, the last answer, and what is sent. */
export function DeliveryDialog({ webhook, deliveryId, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const delivery = useQuery(deliveryById(webhook.id, deliveryId));
  const resend = useMutation({
    mutationFn: () => call(webhooksCalls.resend, { params: { id: webhook.id, deliveryId } }),
    onSuccess: async () => {
      toastSuccess({ title: t('webhooks.resend.done') });
      await refreshWebhooks(client);
    },
  });
  return (
    <Dialog title={delivery.data ? kindName(t, delivery.data) : ''} width={600} onClose={onClose}>
      <ListScreen list={delivery} failed={t('webhooks.log.failed')} rows={4}>
        {(data) => <DeliveryFacts delivery={data} />}
      </ListScreen>
      {resend.error !== null && <FormFailure failure={resend.error} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.close')}
        </Button>
        <Button loading={resend.isPending} disabled={delivery.data === undefined} onClick={() => resend.mutate()}>
          {t('webhooks.resend.action')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
