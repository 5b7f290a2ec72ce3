import { Button } from '@mantine/core';
import type { IntegrationService } from '@sightline/contracts/integrations/integration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { CopyValue } from '../../ui/forms/copy-value.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { InstallFields } from './install-fields.tsx';
import { useInstallForm, type Installed } from './use-install-form.ts';
import { useServiceName } from './use-service-name.ts';

interface InstallDialogProps {
  service: IntegrationService;
  onClose: () => void;
}

/** Installs a service; a secret that comes with it is shown this once. */
export function InstallDialog({ service, onClose }: InstallDialogProps) {
  const { t } = useTranslation();
  const name = useServiceName()(service);
  const [secret, setSecret] = useState<string | null>(null);
  const done = (installed: Installed): void => {
    toastSuccess({ title: t('integrations.install.done', { name }) });
    if (installed.secret === undefined) onClose();
    else setSecret(installed.secret);
  };
  return (
    <Dialog
      title={t(secret === null ? 'integrations.install.title' : 'integrations.secret.title', { name })}
      width={540}
      onClose={onClose}
    >
      {secret === null ? (
        <InstallForm service={service} name={name} onInstalled={done} onClose={onClose} />
      ) : (
        <Secret secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface InstallFormProps extends InstallDialogProps {
  name: string;
  onInstalled: (installed: Installed) => void;
}

function InstallForm({ service, name, onInstalled, onClose }: InstallFormProps) {
  const { t } = useTranslation();
  const { form, onSubmit, isSending, isSent, isReady, failure } = useInstallForm(service, onInstalled);
  return (
    <form onSubmit={onSubmit} noValidate>
      <UnsavedGuard isDirty={() => form.isDirty() && !isSent} />
      <Fields isWide>
        <p>{t(`integrations.install.lead.${service}`)}</p>
        <InstallFields service={service} form={form} />
        {failure !== null && <InstallFailure failure={failure} name={name} />}
      </Fields>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button type="submit" loading={isSending} disabled={!isReady}>
          {t('integrations.install.action')}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Of Immix the server says in one sentence that it failed; the next step stands below. */
function InstallFailure({ failure, name }: { failure: Error; name: string }) {
  const { t } = useTranslation();
  if (toApiError(failure).code !== 'immix_install_failed')
    return <FormFailure failure={failure} title={t('integrations.install.failed', { name })} />;
  return (
    <>
      <FormFailure failure={failure} />
      <p>{t('integrations.install.checkPlace')}</p>
    </>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Fields isWide>
        <p role="status">{t('integrations.secret.once')}</p>
        <CopyValue label={t('integrations.secret.name')} value={secret} />
        <p>{t('integrations.secret.use')}</p>
      </Fields>
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          {t('integrations.secret.done')}
        </Button>
      </DialogActions>
    </>
  );
}
