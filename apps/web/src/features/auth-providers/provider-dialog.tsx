import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import type { AuthProvider } from '@sightline/contracts/auth-providers/auth-provider';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { OptionalLabel } from '../../ui/forms/optional-label.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { GroupChoice } from './group-choice.tsx';
import { OidcFields } from './oidc-fields.tsx';
import { SamlFields } from './saml-fields.tsx';
import { useProviderForm } from './use-provider-form.ts';

interface ProviderDialogProps {
  /** A provider to change, or the kind of a new one. */
  subject: AuthProvider | 'oidc' | 'saml';
  onSaved: (provider: AuthProvider) => void;
  onClose: () => void;
}

/** Settings of a provider. */
export function ProviderDialog({ subject, onSaved, onClose }: ProviderDialogProps) {
  const { t } = useTranslation();
  const { form, save, reload, isAtField, isConflict } = useProviderForm(subject, onSaved);
  const { kind, admitsNewUsers, defaultGroupIds } = form.values;
  const isNew = typeof subject === 'string';
  const hasSecret = !isNew && subject.kind === 'oidc' && subject.hasSecret;
  return (
    <Dialog
      title={isNew ? t(`authProviders.add.${kind}`) : t('authProviders.edit.title', { name: subject.name })}
      width={600}
      onClose={onClose}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <UnsavedGuard isDirty={() => form.isDirty() && !save.isSuccess} />
        <Fields isWide>
          <TextInput
            label={t('authProviders.form.name')}
            description={t('authProviders.form.nameHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={120}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {kind === 'oidc' ? <OidcFields form={form} hasSecret={hasSecret} /> : <SamlFields form={form} />}
          <Textarea
            label={<OptionalLabel>{t('authProviders.form.domains')}</OptionalLabel>}
            description={t('authProviders.form.domainsHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            dir="ltr"
            rows={2}
            spellCheck={false}
            placeholder="example.org"
            {...form.getInputProps('domains')}
          />
          <Switch
            label={t('authProviders.form.admitsNewUsers')}
            description={t('authProviders.form.admitsNewUsersHint')}
            {...form.getInputProps('admitsNewUsers', { type: 'checkbox' })}
          />
          {admitsNewUsers && (
            <GroupChoice
              value={defaultGroupIds}
              error={form.errors['defaultGroupIds']}
              onChange={(ids) => form.setFieldValue('defaultGroupIds', ids)}
            />
          )}
          <Switch
            label={t('authProviders.form.isEnabled')}
            description={t('authProviders.form.isEnabledHint')}
            {...form.getInputProps('isEnabled', { type: 'checkbox' })}
          />
          {save.error !== null && !isAtField && <FormFailure failure={save.error} />}
          {reload.error !== null && <FormFailure failure={reload.error} />}
          {reload.isSuccess && save.isIdle && <p role="status">{t('authProviders.form.reloaded')}</p>}
        </Fields>
        <DialogActions>
          {isConflict && (
            <Button variant="default" loading={reload.isPending} onClick={() => reload.mutate()}>
              {t('authProviders.form.reload')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common.actions.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
