import type { IntegrationDetails } from '@sightline/contracts/integrations/integration';
import { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { quotasQuery, refreshIntegrations } from './integration-queries.ts';
import { isQuota, QuotaField } from './quota-field.tsx';
import { useServiceName } from './use-service-name.ts';

const fields = [
  { of: 'noonLightQuota', name: 'noonlight' },
  { of: 'sightlineQuota', name: 'sightline' },
  { of: 'vccQuota', name: 'vcc' },
  { of: 'vccSpecialFilterQuota', name: 'vccSpecialFilter' },
] as const;

/** Changes quotas, once they are read. */
export function QuotasDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const quotas = useQuery({ ...quotasQuery(), gcTime: 0, staleTime: Infinity });
  if (quotas.data !== undefined) return <QuotasForm quotas={quotas.data} onClose={onClose} />;
  return (
    <Dialog title={t('integrations.quotas.title')} width={475} onClose={onClose}>
      <ListScreen list={quotas} failed={t('integrations.quotas.failed')} rows={4}>
        {() => null}
      </ListScreen>
    </Dialog>
  );
}

function QuotasForm({ quotas, onClose }: { quotas: IntegrationDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const product = useServiceName()('sightline');
  const check = (quota: number | null): string | null => (isQuota(quota) ? null : t('integrations.quotas.wrong'));
  const { form, onSubmit, isSending, isSent, failure } = useCallForm<IntegrationDetails, IntegrationDetails>({
    initialValues: quotas,
    validate: { noonLightQuota: check, sightlineQuota: check, vccQuota: check, vccSpecialFilterQuota: check },
    send: (body) => call(integrationsCalls.saveQuotas, { body }),
    onDone: async () => {
      toastSuccess({ title: t('integrations.quotas.done') });
      onClose();
      await refreshIntegrations(client);
    },
  });
  return (
    <FormDialog
      title={t('integrations.quotas.title')}
      lead={t('integrations.quotas.lead')}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <UnsavedGuard isDirty={() => form.isDirty() && !isSent} />
      {fields.map(({ of, name }) => (
        <QuotaField
          key={of}
          label={t(`integrations.quotas.names.${name}`, { product })}
          value={form.values[of]}
          error={form.errors[of]}
          onChange={(quota) => form.setFieldValue(of, quota)}
        />
      ))}
    </FormDialog>
  );
}
