import type { AuthProvider } from '@sightline/contracts/auth-providers/auth-provider';
import { useTranslation } from 'react-i18next';
import { formatSince } from '../../platform/i18n/format-time.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { reachFailure } from './reach-failure.ts';
import classes from './auth-providers.module.css';

interface Asked {
  isReachable: boolean | null;
  failure: string | null;
  atUtcMs: number | null;
}

const nowEveryMs = 60_000;

/** Whether the provider answered when it was asked last, and when that was. `asked`: just now, here. */
export function ProviderState({ provider, asked }: { provider: AuthProvider; asked: Asked | null }) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(nowEveryMs);
  const kept = provider.kind === 'oidc' ? { ...provider.state, atUtcMs: provider.state.checkedAt } : null;
  const state = asked ?? kept;
  if (!provider.isEnabled) return <StatusLabel level="idle">{t('authProviders.state.off')}</StatusLabel>;
  if (state === null || state.isReachable === null)
    return <StatusLabel level="idle">{t('authProviders.state.unknown')}</StatusLabel>;
  const time = state.atUtcMs === null ? '' : formatSince(state.atUtcMs, nowUtcMs, ownZone());
  return (
    <Stack gap={4} className={classes.state}>
      <StatusLabel level={state.isReachable ? 'ok' : 'bad'}>
        {t(state.isReachable ? 'authProviders.state.reachable' : 'authProviders.state.failed', { time })}
      </StatusLabel>
      {!state.isReachable && (
        <p className={classes.hint}>
          {t(`authProviders.failure.${reachFailure(state.failure)}`)}
          {reachFailure(state.failure) === 'unknown' && state.failure !== null && (
            <>
              {' '}
              <bdi dir="ltr">{state.failure}</bdi>
            </>
          )}
        </p>
      )}
    </Stack>
  );
}
