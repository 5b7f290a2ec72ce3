import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../platform/i18n/format-number.ts';
import { Moment } from '../../../ui/time/moment.tsx';
import { isUncertainAt, type DrawnCoverage } from '../coverage/coverage-tiles.ts';
import { pieceAt, type StoragePiece } from '../storage/storage-pieces.ts';
import { isExpectedGap } from '@sightline/domain/recordings/expected-gaps';
import type { ShownThumbnail } from './use-thumbnail.ts';
import classes from './timeline.module.css';

interface TimelineTipProps {
  /** Pixels from the left edge; the tip stays inside of `width`. */
  x: number;
  width: number;
  atMs: number;
  nowMs: number;
  timeZone: string;
  coverage: DrawnCoverage;
  storage: readonly StoragePiece[];
  /** The picture of the instant; null while none came. */
  picture: ShownThumbnail | null;
}

const halfWidth = 112;

/** Keeps the middle of a tip where all of it is on the timeline. */
const held = (x: number, width: number): number =>
  Math.min(Math.max(x, halfWidth + 4), Math.max(halfWidth + 4, width - halfWidth - 4));

/** What lies under the pointer: the time, its picture, and why nothing is there, said once. */
export function TimelineTip({ x, width, atMs, nowMs, timeZone, coverage, storage, picture }: TimelineTipProps) {
  const { t } = useTranslation();
  const gap = coverage.gaps.find(({ fromUtcMs, toUtcMs }) => atMs >= fromUtcMs && atMs < toUtcMs);
  const tier = gap ? null : (pieceAt(storage, atMs)?.tier ?? null);
  const isBefore = coverage.oldestUtcMs !== null && atMs < coverage.oldestUtcMs && !gap;
  // Where nothing is recorded there is no picture, and no empty frame that promises one.
  const hasPicture = !gap && !isBefore && atMs <= nowMs;
  return (
    <div
      className={classes.tip}
      style={{ insetInlineStart: held(x, width) }}
      data-picture={hasPicture}
      data-testid="timeline-tip"
      role="presentation"
    >
      {hasPicture && (
        <div className={classes.tipPicture} data-old={picture?.isOfInstant === false}>
          {picture !== null && picture.url !== null && <img src={picture.url} alt="" />}
        </div>
      )}
      <span className={classes.tipTime} dir="auto">
        <Moment utcMs={atMs} timeZone={timeZone} />
      </span>
      {gap && (
        <p className={classes.tipGap} dir="auto" data-calm={isExpectedGap(gap)}>
          <b>{t('recordings.timeline.noRecording', { duration: formatDuration(gap.toUtcMs - gap.fromUtcMs) })}</b>
          <span>{t(`errors.${gap.cause}`)}</span>
        </p>
      )}
      {!gap && isUncertainAt(coverage, atMs) && (
        <p className={classes.tipGap} dir="auto" data-calm>
          <b>{t('recordings.timeline.uncertain')}</b>
          <span>{t('recordings.timeline.uncertainText')}</span>
        </p>
      )}
      {tier === 'regular' && <p dir="auto">{t('recordings.storage.regular')}</p>}
      {tier === 'smart' && <p dir="auto">{t('recordings.storage.smart')}</p>}
      {isBefore && <p dir="auto">{t('recordings.timeline.before')}</p>}
      {atMs > nowMs && <p dir="auto">{t('recordings.timeline.future')}</p>}
    </div>
  );
}

/** What is said of a mark under the pointer. */
export function MarkTip({ x, width, children }: { x: number; width: number; children: ReactNode }) {
  return (
    <div className={classes.tip} style={{ insetInlineStart: held(x, width) }} data-picture="true" role="presentation">
      {children}
    </div>
  );
}
