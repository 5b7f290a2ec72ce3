import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { SmallText } from '../../../ui/lists/item-list.tsx';
import { AddressField } from '../fields/person-fields.tsx';
import { usePersonRules } from '../fields/use-person-rules.ts';

const back = '/account/identities?linked=true';

/** Links a provider: found by the domain of the address there, then the browser goes to it and comes back. */
export function LinkProvider({ email, linkedProviderIds }: { email: string; linkedProviderIds: readonly string[] }) {
  const { t } = useTranslation();
  const rules = usePersonRules();
  const values = useForm({ initialValues: { email }, validate: { email: rules.email } });
  const find = useMutation({
    mutationFn: (body: { email: string }) => call(authProvidersCalls.offered, { body: { email: body.email.trim() } }),
  });
  const link = useMutation({
    mutationFn: (id: string) =>
      call(authProvidersCalls.begin, { params: { id }, body: { redirectUrl: back, link: true } }),
    onSuccess: ({ url }) => location.assign(url),
  });
  const items = find.data?.items.filter(({ id }) => !linkedProviderIds.includes(id)) ?? [];
  return (
    <Form onSubmit={values.onSubmit((body) => find.mutate(body))}>
      <AddressField
        field={values.getInputProps('email')}
        label={t('accounts.identities.address')}
        autoComplete="email"
      />
      {find.error !== null && <FormFailure failure={find.error} />}
      {find.data !== undefined && items.length === 0 && (
        <div role="status">
          <SmallText>{t('accounts.identities.none')}</SmallText>
        </div>
      )}
      {items.map(({ id, name, organizationName }) => (
        <div key={id}>
          <Button loading={link.variables === id && (link.isPending || link.isSuccess)} onClick={() => link.mutate(id)}>
            {t('accounts.identities.link', { name })}
          </Button>
          <SmallText>{organizationName}</SmallText>
        </div>
      ))}
      {link.error !== null && <FormFailure failure={link.error} />}
      <FormActions>
        <Button type="submit" variant="default" loading={find.isPending}>
          {t('accounts.identities.find')}
        </Button>
      </FormActions>
    </Form>
  );
}
