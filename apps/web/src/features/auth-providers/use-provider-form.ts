import { useForm } from '@mantine/form';
import type { AuthProvider } from '@sightline/contracts/auth-providers/auth-provider';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call, callKey } from '../../platform/api/client.ts';
import { failedFields } from '../../ui/forms/failed-fields.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { fieldOfPath, inputOf, valuesOf, wrongFields, type ProviderField, type ProviderValues } from './provider-values.ts';

/** The field in which a refusal is repaired, where its code alone tells. */
const fieldOfCode = (code: ErrorCode, kind: ProviderValues['kind']): ProviderField | undefined => {
  if (code === 'address_refused') return kind === 'oidc' ? 'oidc.issuer' : 'saml.entryPoint';
  if (code === 'certificate_invalid') return 'saml.certificate';
  return code === 'grant_exceeds_own' ? 'defaultGroupIds' : undefined;
};

/** The form of a new provider of a kind, or of one that exists, and its saving. */
export const useProviderForm = (subject: AuthProvider | 'oidc' | 'saml', onSaved: (provider: AuthProvider) => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const wrong = (field: ProviderField): readonly [string, string] => [field, t(`authProviders.wrong.${field}`)];
  const form = useForm<ProviderValues>({
    initialValues: valuesOf(subject),
    validate: (values) => Object.fromEntries(wrongFields(values).map(wrong)),
  });
  const save = useMutation({
    mutationFn: (values: ProviderValues) => {
      const provider = inputOf(values);
      if (typeof subject === 'string') return call(authProvidersCalls.create, { body: provider });
      return call(authProvidersCalls.update, { params: { id: subject.id }, body: { provider, revision: subject.revision } });
    },
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: callKey(authProvidersCalls.list) });
      toastSuccess({ title: t('authProviders.form.saved', { name: saved.name }) });
      onSaved(saved);
    },
    onError: (failure, { kind }) => {
      const { code } = toApiError(failure);
      const field = fieldOfCode(code, kind);
      if (field !== undefined) return form.setFieldError(field, t(`errors.${code}`));
      form.setErrors(
        Object.fromEntries(
          failedFields(failure)
            .map(fieldOfPath)
            .filter((named) => named !== undefined)
            .map(wrong),
        ),
      );
    },
  });
  const isAtField = save.error !== null && Object.keys(form.errors).length > 0;
  return { form, save, isAtField };
};
