import { Button } from '@mantine/core';
import type { AuthProvider } from '@sightline/contracts/auth-providers/auth-provider';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { Grid } from '../../ui/layout/grid.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { toastFailure } from '../../ui/toasts/toast.tsx';
import { MayTooltip } from '../../ui/permissions/may-tooltip.tsx';
import { ProviderAddresses } from './provider-addresses.tsx';
import { ProviderDomains } from './provider-domains.tsx';
import { ProviderState } from './provider-state.tsx';
import classes from './auth-providers.module.css';

interface ProviderItemProps {
  provider: AuthProvider;
  /** Its addresses are needed now: it was just added. */
  isOpen: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

/** One provider: its state, whom it leads and admits, its addresses, and what can be done. */
export function ProviderItem({ provider, isOpen, onEdit, onRemove }: ProviderItemProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: async () => ({
      ...(await call(authProvidersCalls.test, { params: { id: provider.id } })),
      atUtcMs: serverNowUtcMs(),
    }),
    onSuccess: () => client.invalidateQueries({ queryKey: callKey(authProvidersCalls.list) }),
    onError: (failure) => toastFailure(t('authProviders.test.failed', { name: provider.name }), failure),
  });
  const { name, kind, domains, admitsNewUsers } = provider;
  return (
    <Grid as="li" columns={1} gap={8} className={classes.item}>
      <Row wrap align="center" justify="between" gap={16} rowGap={8}>
        <h3 className={classes.name}>
          <bdi>{name}</bdi> <span className={classes.kind}>{t(`authProviders.kind.${kind}`)}</span>
        </h3>
        <Row wrap gap={8}>
          <Button
            variant="default"
            loading={test.isPending}
            onClick={() => test.mutate()}
            aria-label={t('authProviders.test.of', { name })}
          >
            {t('authProviders.test.action')}
          </Button>
          <MayTooltip permission="UserManage">
            {(isAllowed) => (
              <Button
                variant="default"
                data-disabled={!isAllowed || undefined}
                onClick={isAllowed ? onEdit : undefined}
                aria-label={t('authProviders.edit.of', { name })}
              >
                {t('authProviders.edit.action')}
              </Button>
            )}
          </MayTooltip>
          <MayTooltip permission="UserManage">
            {(isAllowed) => (
              <Button
                variant="default"
                data-disabled={!isAllowed || undefined}
                onClick={isAllowed ? onRemove : undefined}
                aria-label={t('authProviders.remove.of', { name })}
              >
                {t('authProviders.remove.short')}
              </Button>
            )}
          </MayTooltip>
        </Row>
      </Row>
      <ProviderState provider={provider} asked={test.data ?? null} />
      <p className={classes.hint}>
        {t(admitsNewUsers ? 'authProviders.item.admits' : 'authProviders.item.admitsNobody')}
      </p>
      {domains.length > 0 && <ProviderDomains provider={provider} />}
      <details open={isOpen} className={classes.details}>
        <summary>{t('authProviders.address.title')}</summary>
        <ProviderAddresses provider={provider} />
      </details>
    </Grid>
  );
}
