import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../ui/forms/optional-label.tsx';
import type { GroupValues } from './use-group-form.ts';

/** Fields of a group: its name, and what it is for. */
export function GroupFields({
  form,
  isDisabled = false,
}: {
  form: UseFormReturnType<GroupValues>;
  isDisabled?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('permissionGroups.form.name')}
        maxLength={120}
        disabled={isDisabled}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={<OptionalLabel>{t('permissionGroups.form.description')}</OptionalLabel>}
        maxLength={500}
        rows={3}
        disabled={isDisabled}
        {...form.getInputProps('description')}
      />
    </>
  );
}
