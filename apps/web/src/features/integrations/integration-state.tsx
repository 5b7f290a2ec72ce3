import type { Integration } from '@sightline/contracts/integrations/integration';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { SmallText } from '../../ui/lists/item-list.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';

/** Day and clock for a sentence. */
const momentOf = (utcMs: number): { day: string; time: string } => ({
  day: formatTime(utcMs, ownZone(), 'day'),
  time: leftToRight(formatTime(utcMs, ownZone(), 'time')),
});

/** Whether a service is installed and works. */
export function IntegrationState({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const { installedAtUtcMs, failingSinceUtcMs, isOff, quota, used } = integration;
  if (installedAtUtcMs === null) return <StatusLabel level="idle">{t('integrations.state.notInstalled')}</StatusLabel>;
  if (isOff)
    return (
      <>
        <StatusLabel level="bad">{t('integrations.state.off')}</StatusLabel>
        <SmallText>{t('integrations.state.offText')}</SmallText>
      </>
    );
  if (failingSinceUtcMs !== null)
    return <StatusLabel level="warn">{t('integrations.state.failingSince', momentOf(failingSinceUtcMs))}</StatusLabel>;
  if (quota !== null && used !== null && used >= quota)
    return <StatusLabel level="warn">{t('integrations.state.usedUp')}</StatusLabel>;
  return <StatusLabel level="ok">{t('integrations.state.installed')}</StatusLabel>;
}

const sinceOf = (t: TFunction, { installedByName }: Integration, installedAtUtcMs: number): string =>
  installedByName === null || installedByName === ''
    ? t('integrations.facts.since', momentOf(installedAtUtcMs))
    : t('integrations.facts.sinceBy', { ...momentOf(installedAtUtcMs), person: installedByName });

/** What was used of it; null where nothing counts. */
const usedOf = (t: TFunction, { service, quota, used }: Integration): string | null => {
  if (used === null || (service !== 'noonlight' && service !== 'sightline')) return null;
  return quota === null
    ? t(`integrations.facts.unlimited.${service}`, { used: formatCount(used) })
    : t(`integrations.facts.of.${service}`, { used: formatCount(used), quota: formatCount(quota) });
};

/** Since when it is installed and by whom, where it is reached, and how much of it was used. */
export function IntegrationFacts({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const { installedAtUtcMs, place } = integration;
  if (installedAtUtcMs === null) return null;
  const used = usedOf(t, integration);
  return (
    <>
      <SmallText>{sinceOf(t, integration, installedAtUtcMs)}</SmallText>
      {place !== null && (
        <SmallText>
          <bdi dir="ltr">
            {place.host}:{place.port}
          </bdi>
        </SmallText>
      )}
      {used !== null && <SmallText>{used}</SmallText>}
    </>
  );
}
