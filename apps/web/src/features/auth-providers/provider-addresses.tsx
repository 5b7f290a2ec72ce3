import type { AuthProvider } from '@sightline/contracts/auth-providers/auth-provider';
import { useTranslation } from 'react-i18next';
import { CopyValue } from '../../ui/forms/copy-value.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import classes from './auth-providers.module.css';

const addressesOf = (provider: AuthProvider) => [
  { name: 'signInUrl', value: provider.signInUrl } as const,
  ...(provider.kind === 'oidc'
    ? [{ name: 'redirectUrl', value: provider.redirectUrl } as const]
    : [
        { name: 'metadataUrl', value: provider.metadataUrl } as const,
        { name: 'entityId', value: provider.entityId } as const,
        { name: 'assertionUrl', value: provider.assertionUrl } as const,
      ]),
];

/** What is given to people, and what is to be typed at the provider, to be copied. */
export function ProviderAddresses({ provider }: { provider: AuthProvider }) {
  const { t } = useTranslation();
  return (
    <Stack gap={12} className={classes.addresses}>
      {addressesOf(provider).map(({ name, value }) => (
        <Stack gap={4} key={name}>
          <p className={classes.legend}>{t(`authProviders.address.${name}`)}</p>
          <CopyValue label={t(`authProviders.address.${name}`)} value={value} />
        </Stack>
      ))}
    </Stack>
  );
}
