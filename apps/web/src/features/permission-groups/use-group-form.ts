import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';

/** Name and description of a group. */
export interface GroupValues {
  name: string;
  description: string;
}

/** The form of a group, with what a refusal says put at the field that it is about. */
export const useGroupForm = (initial: GroupValues) => {
  const { t } = useTranslation();
  const form = useForm<GroupValues>({
    initialValues: initial,
    validate: { name: (value) => (value.trim() === '' ? t('permissionGroups.form.nameMissing') : null) },
  });
  const showFailure = (failure: unknown): void => {
    if (toApiError(failure).code === 'name_taken') form.setFieldError('name', t('errors.name_taken'));
  };
  return { form, showFailure };
};
