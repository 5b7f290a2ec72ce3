import type { CameraState } from '@sightline/contracts/cameras/camera';
import { useTranslation } from 'react-i18next';
import { StatusCounts } from '../../../../features/cameras/status-counts.tsx';
import { formatCount } from '../../../../platform/i18n/format-number.ts';
import { useMay } from '../../../../platform/session/may.ts';
import { Fact } from './fact.tsx';
import { RecordingFacts } from './recording-facts.tsx';
import { StorageFact } from './storage-fact.tsx';
import classes from './facts-strip.module.css';

interface FactsStripProps {
  cameraCount: number;
  siteCount: number;
  cores: { total: number; online: number };
  /** Cameras by state; undefined where not all of them are known. */
  states: Partial<Record<CameraState, number>> | undefined;
}

/** Figures above the sites: how much there is, how the last day was recorded, for how long there is room. Only what was counted. */
export function FactsStrip({ cameraCount, siteCount, cores, states }: FactsStripProps) {
  const { t } = useTranslation();
  const mayPlayBack = useMay('PlaybackView');
  const maySeeCores = useMay('CoreView');
  return (
    <section className={classes.strip} aria-label={t('home.facts.label')}>
      <Fact
        figure={formatCount(cameraCount)}
        unit={t('cameras.home.cameras', { count: cameraCount })}
        detail={t('locations.home.sites', { count: siteCount, shown: formatCount(siteCount) })}
      />
      {mayPlayBack && <RecordingFacts />}
      {cores.total > 0 && (
        <Fact
          isMinor
          figure={<bdi dir="ltr">{`${formatCount(cores.online)} / ${formatCount(cores.total)}`}</bdi>}
          detail={t('edges.home.online')}
        />
      )}
      {maySeeCores && cores.total > 0 && <StorageFact />}
      <div className={classes.states}>
        <StatusCounts counted={states} />
      </div>
    </section>
  );
}
