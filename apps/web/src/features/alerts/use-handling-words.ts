import type { Alert, AlertOutcome } from '@sightline/contracts/alerts/alert';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/session-store.ts';

/** How far people are with an alert, in words. */
export function useHandlingWords() {
  const { t } = useTranslation();
  const { user } = useSession();
  const nameOf = ({ handler }: Pick<Alert, 'handler'>): string | null => {
    if (handler === null) return null;
    return handler.userId === user.id ? t('alerts.handling.you') : handler.name;
  };
  return {
    outcome: (outcome: AlertOutcome): string => t(`alerts.outcome.${outcome}`),
    /** Whose it is, or what it turned out to be. */
    owner: (alert: Pick<Alert, 'handling' | 'outcome' | 'handler'>): string => {
      if (alert.handling === 'done')
        return alert.outcome === null ? t('alerts.handling.done') : t(`alerts.outcome.${alert.outcome}`);
      if (alert.handling === 'new') return t('alerts.handling.new');
      return nameOf(alert) ?? t('alerts.handling.taken');
    },
    nameOf,
  };
}
