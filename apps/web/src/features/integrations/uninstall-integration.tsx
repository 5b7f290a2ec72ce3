import type { IntegrationService } from '@sightline/contracts/integrations/integration';
import { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { refreshIntegrations } from './integration-queries.ts';
import { useServiceName } from './use-service-name.ts';

/** Says what stops, then uninstalls a service. */
export function UninstallIntegration({ service, onClose }: { service: IntegrationService; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = useServiceName()(service);
  const uninstall = async (): Promise<void> => {
    await call(integrationsCalls.uninstall, { params: { service } });
    toastSuccess({ title: t('integrations.uninstall.done', { name }) });
    await refreshIntegrations(client);
  };
  return (
    <ConfirmDialog
      title={t('integrations.uninstall.title', { name })}
      text={t(`integrations.uninstall.stops.${service}`)}
      confirmLabel={t('integrations.uninstall.action')}
      failed={t('integrations.uninstall.failed', { name })}
      onConfirm={uninstall}
      onClose={onClose}
    />
  );
}
