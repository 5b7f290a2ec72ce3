import { Button, Switch, TextInput } from '@mantine/core';
import type { Webhook, WebhookWithSecret } from '@sightline/contracts/webhooks/webhook';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { KindChoice } from './kind-choice.tsx';
import { useWebhookForm } from './use-webhook-form.ts';
import { WebhookSecret } from './webhook-secret.tsx';

interface WebhookDialogProps {
  /** Null: a new one. */
  webhook: Webhook | null;
  onClose: () => void;
}

/** Makes a webhook and shows its secret this once, or changes one. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation();
  const [secret, setSecret] = useState<string | null>(null);
  const done = (saved: Webhook | WebhookWithSecret): void => {
    if ('secret' in saved) return setSecret(saved.secret);
    toastSuccess({ title: t('webhooks.edit.done', { name: saved.name }) });
    onClose();
  };
  const title =
    secret !== null
      ? t('webhooks.made.title')
      : webhook === null
        ? t('webhooks.create.title')
        : t('webhooks.edit.title', { name: webhook.name });
  return (
    <Dialog title={title} width={540} onClose={onClose}>
      {secret === null ? (
        <WebhookForm webhook={webhook} onSaved={done} onClose={onClose} />
      ) : (
        <WebhookSecret secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}

function WebhookForm({
  webhook,
  onSaved,
  onClose,
}: WebhookDialogProps & { onSaved: (saved: Webhook | WebhookWithSecret) => void }) {
  const { t } = useTranslation();
  const { form, onSubmit, isSending, isSent, failure } = useWebhookForm(webhook, onSaved);
  return (
    <form onSubmit={onSubmit} noValidate>
      <UnsavedGuard isDirty={() => form.isDirty() && !isSent} />
      <Fields isWide>
        {webhook === null && <p>{t('webhooks.create.lead')}</p>}
        <TextInput
          required
          label={t('webhooks.form.name')}
          maxLength={120}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          required
          label={t('webhooks.form.url')}
          description={t('webhooks.form.urlHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="url"
          dir="ltr"
          maxLength={2000}
          spellCheck={false}
          placeholder="https://example.com/sightline"
          {...form.getInputProps('url')}
        />
        <KindChoice
          value={form.values.messageKinds}
          error={form.errors['messageKinds']}
          onChange={(kinds) => form.setFieldValue('messageKinds', kinds)}
        />
        {webhook !== null && (
          <Switch
            label={t('webhooks.form.isEnabled')}
            description={t('webhooks.form.isEnabledHint')}
            {...form.getInputProps('isEnabled', { type: 'checkbox' })}
          />
        )}
        {failure !== null && <FormFailure failure={failure} />}
      </Fields>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button type="submit" loading={isSending}>
          {webhook === null ? t('webhooks.create.action') : t('common.actions.save')}
        </Button>
      </DialogActions>
    </form>
  );
}
