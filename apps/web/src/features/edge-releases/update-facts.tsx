import type { CoreUpdate, EdgeSoftware } from '@sightline/contracts/edge-releases/edge-release';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatShare } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { isUnderWay } from './edge-release-queries.ts';
import { isolatedText, machineText } from './plain-text.tsx';

const levelOf = ({ state }: CoreUpdate): 'ok' | 'warn' | 'bad' | 'idle' => {
  if (state === 'updated') return 'ok';
  if (state === 'rolledBack' || state === 'failed') return 'bad';
  return state === 'cancelled' ? 'warn' : 'idle';
};

const shownState = (update: CoreUpdate, text: string) => <StatusLabel level={levelOf(update)}>{text}</StatusLabel>;

/** What runs, what is kept, and how far the last update is or how it ended. */
export function UpdateFacts({ known, timeZone }: { known: EdgeSoftware; timeZone: string }) {
  const { t } = useTranslation();
  const { software, update } = known;
  const facts = new Map<string, ReactNode>([[t('edgeReleases.update.running'), machineText(known.version ?? '')]]);
  if (software !== null)
    facts.set(
      t('edgeReleases.update.previous'),
      software.previous === null ? t('edgeReleases.update.noPrevious') : machineText(software.previous),
    );
  if (update !== null) {
    const { version, state, isRollBack, isQueued, progress, cause, recordingGapMs } = update;
    facts.set(
      t('edgeReleases.update.last'),
      t(isRollBack ? 'edgeReleases.update.backTo' : 'edgeReleases.update.to', { version }),
    );
    facts.set(
      t('edgeReleases.update.step'),
      shownState(update, t(`edgeReleases.update.state.${isQueued ? 'queued' : state}`)),
    );
    if (state === 'fetching') facts.set(t('edgeReleases.update.progress'), formatShare(progress));
    if (cause !== null) facts.set(t('edgeReleases.update.cause'), t(`errors.${cause}`));
    if (recordingGapMs !== null && !isUnderWay(update))
      facts.set(t('edgeReleases.update.gap'), formatDuration(recordingGapMs));
    facts.set(t('edgeReleases.update.at'), isolatedText(formatTime(update.changedAt, timeZone, 'full')));
  }
  return (
    <Facts aria-live="polite">
      {[...facts].map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
  );
}
