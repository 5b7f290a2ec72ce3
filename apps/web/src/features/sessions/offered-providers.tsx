import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import type { OfferedProvider } from '@sightline/contracts/auth-providers/auth-provider';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callQuery } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { looksLikeEmail } from './looks-like-email.ts';
import classes from './sign-in.module.css';

const pauseMs = 400;

/** Ways to sign in at the provider of an organization, by the domain of the address that was typed. */
export function OfferedProviders({ email, redirectUrl }: { email: string; redirectUrl: string | undefined }) {
  const { t } = useTranslation();
  const [asked] = useDebouncedValue(email.trim(), pauseMs);
  const offered = useQuery({
    ...callQuery(authProvidersCalls.offered, { body: { email: asked } }),
    enabled: looksLikeEmail(asked) && asked === email.trim(),
    staleTime: 60_000,
    retry: false,
  });
  const leave = useMutation({
    mutationFn: ({ id }: OfferedProvider) => call(authProvidersCalls.begin, { params: { id }, body: redirectUrl === undefined ? {} : { redirectUrl } }),
    onSuccess: ({ url }) => location.assign(url),
  });
  const items = offered.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className={classes.offered} aria-label={t('sessions.signIn.offered')}>
      <h2 className={classes.offeredTitle}>{t('sessions.signIn.offered')}</h2>
      {items.map((provider) => (
        <div key={provider.id}>
          <Button
            variant="default"
            fullWidth
            className={classes.provider}
            // The page is on its way to the provider: another press would only begin anew.
            loading={leave.variables?.id === provider.id && (leave.isPending || leave.isSuccess)}
            onClick={() => leave.mutate(provider)}
          >
            {t('sessions.signIn.through', { name: provider.name })}
          </Button>
          <p className={classes.offeredFor}>{t('sessions.signIn.throughOf', { organization: provider.organizationName })}</p>
        </div>
      ))}
      {leave.error !== null && <FormFailure failure={leave.error} />}
    </section>
  );
}
