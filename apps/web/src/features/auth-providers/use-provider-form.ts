import { useForm } from '@mantine/form';
import type { AuthProvider } from '@sightline/contracts/auth-providers/auth-provider';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call, callKey } from '../../platform/api/client.ts';
import { failedFields } from '../../ui/forms/failed-fields.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import {
  fieldOfPath,
  inputOf,
  keepTyped,
  valuesOf,
  type ProviderField,
  type ProviderValues,
} from './provider-values.ts';
import { wrongFields } from './wrong-fields.ts';

/** The field in which a refusal is repaired, where its code alone tells. */
const fieldOfCode = (code: ErrorCode, kind: ProviderValues['kind']): ProviderField | undefined => {
  if (code === 'address_refused') return kind === 'oidc' ? 'oidc.issuer' : 'saml.entryPoint';
  if (code === 'certificate_invalid') return 'saml.certificate';
  return code === 'grant_exceeds_own' ? 'defaultGroupIds' : undefined;
};

const send = (subject: AuthProvider | 'oidc' | 'saml', values: ProviderValues): Promise<AuthProvider> => {
  const provider = inputOf(values);
  if (typeof subject === 'string') return call(authProvidersCalls.create, { body: provider });
  return call(authProvidersCalls.update, {
    params: { id: subject.id },
    body: { provider, revision: subject.revision },
  });
};

/** The form of a new provider of a kind, or of one that exists, and its saving. */
export const useProviderForm = (subject: AuthProvider | 'oidc' | 'saml', onSaved: (provider: AuthProvider) => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  // What the form began from, so that nothing of others is overwritten unseen.
  const [base, setBase] = useState(subject);
  const wrong = (field: ProviderField): readonly [string, string] => [field, t(`authProviders.wrong.${field}`)];
  const form = useForm<ProviderValues>({
    initialValues: valuesOf(subject),
    validate: (values) => Object.fromEntries(wrongFields(values).map(wrong)),
  });
  const save = useMutation({
    mutationFn: (values: ProviderValues) => send(base, values),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: callKey(authProvidersCalls.list) });
      toastSuccess({ title: t('authProviders.form.saved', { name: saved.name }) });
      onSaved(saved);
    },
    onError: (failure, { kind }) => {
      const { code } = toApiError(failure);
      const field = fieldOfCode(code, kind);
      if (field !== undefined) return form.setFieldError(field, t(`errors.${code}`));
      const fields = failedFields(failure).map(fieldOfPath);
      form.setErrors(Object.fromEntries(fields.filter((named) => named !== undefined).map(wrong)));
    },
  });
  const reload = useMutation({
    mutationFn: () => call(authProvidersCalls.list, {}),
    onSuccess: (list) => {
      client.setQueryData(callKey(authProvidersCalls.list, {}), list);
      const fresh = list.items.find(({ id }) => typeof base !== 'string' && id === base.id);
      // Removed meanwhile: saving says that it is not there any more, and what was typed can still be copied.
      if (fresh === undefined) return;
      const shown = keepTyped(valuesOf(fresh), form.getValues(), valuesOf(base));
      setBase(fresh);
      form.setInitialValues(valuesOf(fresh));
      form.setValues(shown);
      save.reset();
    },
  });
  const isAtField = save.error !== null && Object.keys(form.errors).length > 0;
  const isConflict = save.error !== null && toApiError(save.error).code === 'conflict';
  return { form, save, reload, isAtField, isConflict };
};
