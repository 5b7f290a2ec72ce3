import '@mantine/core/styles/NumberInput.css';
import { Button, NumberInput, Switch, TextInput } from '@mantine/core';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { Organization } from '@sightline/contracts/organizations/organization';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { refetchSession } from '../../platform/session/session-actions.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { useFreshValues } from '../../ui/forms/use-fresh-values.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { changedParts, formValuesOf } from './changed-parts.ts';
import { ColorField } from './color-field.tsx';

const takeTime = { min: 1, max: 1440 };
const isTakeTime = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= takeTime.min && Number(value) <= takeTime.max;

const useOrganizationForm = (organization: Organization) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const sending = useCallForm({
    initialValues: formValuesOf(organization),
    validate: {
      name: (value) => (value.trim() === '' ? t('organizations.form.nameMissing') : null),
      takeLapsesMinutes: (value) => (isTakeTime(value) ? null : t('organizations.form.takeLapsesWrong')),
    },
    send: (values) => call(organizationsCalls.updateCurrent, { body: changedParts(organization, values) }),
    onDone: async (saved) => {
      sending.form.setInitialValues(formValuesOf(saved));
      sending.form.setValues(formValuesOf(saved));
      client.setQueryData(callKey(organizationsCalls.getCurrent, {}), saved);
      toastSuccess({ title: t('organizations.form.saved') });
      // Name and colour in the menus come with the session.
      await refetchSession();
    },
  });
  useFreshValues(sending.form, formValuesOf(organization), organization.revision);
  return sending;
};

/** Name, colour and habits of the active organization; what was not touched is not sent. */
export function OrganizationForm({ organization, isAllowed }: { organization: Organization; isAllowed: boolean }) {
  const { t } = useTranslation();
  const { form, onSubmit, isSending, failure } = useOrganizationForm(organization);
  const switchOf = (field: 'disableInactivity' | 'localLiveStream') => (
    <Switch
      label={t(`organizations.form.${field}`)}
      description={t(`organizations.form.${field}Hint`)}
      {...form.getInputProps(field, { type: 'checkbox' })}
      disabled={!isAllowed}
    />
  );
  return (
    <Form onSubmit={onSubmit}>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      <TextInput
        label={t('organizations.form.name')}
        maxLength={120}
        {...form.getInputProps('name')}
        disabled={!isAllowed}
      />
      <ColorField
        value={form.values.color}
        onChange={(color) => form.setFieldValue('color', color)}
        isDisabled={!isAllowed}
      />
      <NumberInput
        label={t('organizations.form.takeLapses')}
        description={t('organizations.form.takeLapsesHint')}
        suffix={` ${t('organizations.form.minutes')}`}
        allowDecimal={false}
        clampBehavior="none"
        hideControls
        {...takeTime}
        {...form.getInputProps('takeLapsesMinutes')}
        disabled={!isAllowed}
      />
      {switchOf('disableInactivity')}
      {switchOf('localLiveStream')}
      {failure !== null && <FormFailure failure={failure} />}
      {isAllowed && (
        <FormActions>
          <Button type="submit" loading={isSending} disabled={!form.isDirty()}>
            {t('common.actions.save')}
          </Button>
        </FormActions>
      )}
    </Form>
  );
}
