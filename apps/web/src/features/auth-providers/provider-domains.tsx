import { Button } from '@mantine/core';
import type { AuthProvider, DomainProof } from '@sightline/contracts/auth-providers/auth-provider';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { CopyValue } from '../../ui/forms/copy-value.tsx';
import { Grid } from '../../ui/layout/grid.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { MayTooltip } from '../../ui/permissions/may-tooltip.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { toastFailure } from '../../ui/toasts/toast.tsx';
import classes from './auth-providers.module.css';

const levels = { proved: 'ok', members: 'ok', unproved: 'warn', shared: 'idle' } as const;

/** The record by which a domain is verified, to be copied to whoever keeps its DNS. */
function ProofRecord({ proof }: { proof: DomainProof }) {
  const { t } = useTranslation();
  return (
    <Stack gap={12} className={classes.addresses}>
      <p className={classes.hint}>{t('authProviders.domain.publish')}</p>
      {(['name', 'value'] as const).map((part) => {
        const label = t(part === 'name' ? 'authProviders.domain.recordName' : 'authProviders.domain.recordValue');
        return (
          <Stack gap={4} key={part}>
            <p className={classes.legend}>{label}</p>
            <CopyValue label={label} value={proof.record[part]} />
          </Stack>
        );
      })}
    </Stack>
  );
}

function ProviderDomain({ providerId, proof }: { providerId: string; proof: DomainProof }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { domain, state, failure } = proof;
  const verify = useMutation({
    mutationFn: () => call(authProvidersCalls.proveDomain, { params: { id: providerId }, body: { domain } }),
    onSuccess: () => client.invalidateQueries({ queryKey: callKey(authProvidersCalls.list) }),
    onError: (cause) => toastFailure(t('authProviders.domain.verifyFailed', { domain }), cause),
  });
  const isMissing = state === 'proved' && failure === 'record_missing';
  return (
    <Grid as="li" columns={1} gap={8} className={classes.domain}>
      <Row wrap align="center" justify="between" gap={16} rowGap={8}>
        <Stack gap={4} className={classes.state}>
          <bdi dir="ltr" className={classes.domainName}>
            {domain}
          </bdi>
          <StatusLabel level={isMissing ? 'warn' : levels[state]}>{t(`authProviders.domain.${state}`)}</StatusLabel>
        </Stack>
        {state !== 'shared' && (
          <MayTooltip permission="UserManage">
            {(isAllowed) => (
              <Button
                variant="default"
                loading={verify.isPending}
                data-disabled={!isAllowed || undefined}
                onClick={isAllowed ? () => verify.mutate() : undefined}
                aria-label={t('authProviders.domain.verifyOf', { domain })}
              >
                {t('authProviders.domain.verify')}
              </Button>
            )}
          </MayTooltip>
        )}
      </Row>
      {state === 'shared' && <p className={classes.hint}>{t('authProviders.domain.sharedText')}</p>}
      {failure !== null && state !== 'shared' && (
        <p className={classes.hint} role="status">
          {t(isMissing ? 'authProviders.domain.missing' : `authProviders.domain.failure.${failure}`)}
        </p>
      )}
      {(state === 'unproved' || isMissing) && <ProofRecord proof={proof} />}
    </Grid>
  );
}

/** Domains of a provider: whether each is verified, and how to verify it. */
export function ProviderDomains({ provider }: { provider: AuthProvider }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('authProviders.domain.title')}>
      <p className={classes.legend}>{t('authProviders.domain.title')}</p>
      <p className={classes.hint}>{t('authProviders.domain.lead')}</p>
      <Stack as="ul" gap={8} className={classes.domains}>
        {provider.domainProofs.map((proof) => (
          <ProviderDomain key={proof.domain} providerId={provider.id} proof={proof} />
        ))}
      </Stack>
    </section>
  );
}
