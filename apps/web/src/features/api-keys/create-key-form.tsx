import { Button, NativeSelect, TextInput } from '@mantine/core';
import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { Fields } from '../../ui/forms/form.tsx';
import { TimeField } from '../../ui/time/time-field.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { expiresAtOf, expiryChoices, type ExpiryChoice } from './key-expiry.ts';
import { ScopeChoice } from './scope-choice.tsx';

interface KeyValues {
  name: string;
  expiry: ExpiryChoice;
  day: string;
  scopes: Permission[];
}

const now = () => ({ utcMs: serverNowUtcMs(), timeZone: ownZone() });

const useKeyForm = (onMade: (key: string) => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useCallForm<KeyValues, { key: string }>({
    initialValues: { name: '', expiry: 'days90', day: '', scopes: [] },
    validate: {
      name: (value) => (value.trim() === '' ? t('apiKeys.create.nameMissing') : null),
      day: (_value, values) => (expiresAtOf(values, now()) === undefined ? t('errors.expiry_past') : null),
      scopes: (value) => (value.length === 0 ? t('apiKeys.create.scopesMissing') : null),
    },
    send: ({ name, scopes, ...choice }) =>
      call(apiKeysCalls.create, { body: { name: name.trim(), scopes, expiresAt: expiresAtOf(choice, now()) ?? null } }),
    atField: { expiry_past: 'day' },
    onDone: async ({ key }) => {
      onMade(key);
      await client.invalidateQueries({ queryKey: callKey(apiKeysCalls.list) });
    },
  });
};

/** Name, end and rights of a new key. */
export function CreateKeyForm({ onMade, onClose }: { onMade: (key: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const { form, onSubmit, isSending, isSent, failure } = useKeyForm(onMade);
  const { expiry, scopes } = form.values;
  return (
    <form onSubmit={onSubmit} noValidate>
      <UnsavedGuard isDirty={() => form.isDirty() && !isSent} />
      <Fields>
        <p>{t('apiKeys.create.lead')}</p>
        <TextInput label={t('apiKeys.create.name')} maxLength={120} data-autofocus {...form.getInputProps('name')} />
        <NativeSelect
          label={t('apiKeys.create.expiry')}
          data={expiryChoices.map((value) => ({ value, label: t(`apiKeys.expiry.${value}`) }))}
          {...form.getInputProps('expiry')}
        />
        {expiry === 'day' && (
          <TimeField
            kind="day"
            label={t('apiKeys.create.day')}
            value={form.values.day}
            error={form.errors['day']}
            onChange={(day) => form.setFieldValue('day', day)}
            // No key is made that ends on another day than the one in the field.
            onWrong={(isWrong) => {
              if (isWrong) form.setFieldValue('day', '');
            }}
          />
        )}
        <ScopeChoice
          value={scopes}
          error={typeof form.errors['scopes'] === 'string' ? form.errors['scopes'] : null}
          onChange={(next) => form.setFieldValue('scopes', next)}
        />
        {failure !== null && <FormFailure failure={failure} />}
      </Fields>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button type="submit" loading={isSending}>
          {t('apiKeys.create.action')}
        </Button>
      </DialogActions>
    </form>
  );
}
