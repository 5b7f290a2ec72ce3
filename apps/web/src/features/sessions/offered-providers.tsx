import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { OfferedProvider } from '@sightline/contracts/auth-providers/auth-provider';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callQuery } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { looksLikeEmail } from './looks-like-email.ts';
import classes from './sign-in.module.css';

const pauseMs = 400;
const asked = { staleTime: 60_000, retry: false } as const;

interface OfferedProvidersProps {
  email: string;
  redirectUrl: string | undefined;
  /** A provider whose link somebody followed, or by which somebody signed in here last. */
  knownId: string | null;
}

/** Those of the address, after the one that is known, none twice. */
function useOffered({ email, knownId }: { email: string; knownId: string | null }): OfferedProvider[] {
  const [typed] = useDebouncedValue(email.trim(), pauseMs);
  const known = useQuery({
    ...callQuery(authProvidersCalls.named, { params: { id: knownId ?? '' } }),
    ...asked,
    enabled: knownId !== null,
  });
  const offered = useQuery({
    ...callQuery(authProvidersCalls.offered, { body: { email: typed } }),
    ...asked,
    enabled: looksLikeEmail(typed) && typed === email.trim(),
  });
  const first = known.data === undefined ? [] : [known.data];
  return [...first, ...(offered.data?.items ?? []).filter(({ id }) => id !== first[0]?.id)];
}

/** Ways to sign in at the provider of an organization: the one that is known here, and those of the domain that was typed. */
export function OfferedProviders({ email, redirectUrl, knownId }: OfferedProvidersProps) {
  const { t } = useTranslation();
  const items = useOffered({ email, knownId });
  const leave = useMutation({
    mutationFn: ({ id }: OfferedProvider) =>
      call(authProvidersCalls.begin, { params: { id }, body: redirectUrl === undefined ? {} : { redirectUrl } }),
    onSuccess: ({ url }) => location.assign(url),
  });
  if (items.length === 0) return null;
  return (
    <Stack as="section" gap={12} className={classes.offered} aria-label={t('sessions.signIn.offered')}>
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
          <p className={classes.offeredFor}>
            {t('sessions.signIn.throughOf', { organization: provider.organizationName, host: provider.host })}
          </p>
        </div>
      ))}
      {leave.error !== null && <FormFailure failure={leave.error} />}
    </Stack>
  );
}
