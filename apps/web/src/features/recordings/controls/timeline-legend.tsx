import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './timeline-legend.module.css';

interface TimelineLegendProps {
  hasMotion: boolean;
  /** Some footage is kept longer. */
  hasSmart: boolean;
  /** Some footage may be from another time. */
  hasUncertain: boolean;
  retentionDays: number;
  oldestUtcMs: number | null;
  timeZone: string;
  /** What the marks above the motion mean. */
  lane?: ReactNode;
}

const storageKey = 'sightline-legend';

const isHiddenBefore = (): boolean => {
  try {
    return localStorage.getItem(storageKey) === 'hidden';
  } catch (blocked) {
    if (!(blocked instanceof DOMException)) throw blocked;
    return false;
  }
};

const hideForGood = (): void => {
  try {
    localStorage.setItem(storageKey, 'hidden');
  } catch (blocked) {
    // Storage is switched off: hidden for this visit only.
    if (!(blocked instanceof DOMException)) throw blocked;
  }
};

/** What the colours of the timeline mean, 32 px; can be hidden for good. */
export function TimelineLegend({
  hasMotion,
  hasSmart,
  hasUncertain,
  retentionDays,
  oldestUtcMs,
  timeZone,
  lane,
}: TimelineLegendProps) {
  const { t } = useTranslation();
  const [isHidden, setHidden] = useState(isHiddenBefore);
  if (isHidden) return null;
  const hide = (): void => {
    hideForGood();
    setHidden(true);
  };
  const retention = t('recordings.timeline.retention', { count: retentionDays });
  return (
    <div className={classes.legend} data-part="legend">
      <Row as="span" inline align="center" gap={6} className={classes.item} data-mark="recorded">
        {t('recordings.timeline.recorded')}
      </Row>
      {hasSmart && (
        <Row as="span" inline align="center" gap={6} className={classes.item} data-mark="smart">
          {t('recordings.storage.smartLegend')}
        </Row>
      )}
      {hasUncertain && (
        <Row as="span" inline align="center" gap={6} className={classes.item} data-mark="uncertain">
          {t('recordings.timeline.uncertain')}
        </Row>
      )}
      {hasMotion && (
        <Row as="span" inline align="center" gap={6} className={classes.item} data-mark="motion">
          {t('recordings.timeline.motion')}
        </Row>
      )}
      {lane}
      <Row as="span" inline align="center" gap={6} className={classes.item} data-mark="gap">
        {t('recordings.timeline.gap')}
      </Row>
      <span className={classes.end}>
        {oldestUtcMs === null
          ? retention
          : `${retention} · ${t('recordings.timeline.oldest', { day: formatTime(oldestUtcMs, timeZone, 'day') })}`}
      </span>
      <ActionIcon size={24} aria-label={t('recordings.timeline.hideLegend')} onClick={hide}>
        <IconX size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}
