import type { FootageExport } from '@sightline/contracts/exports/export';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatDuration } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { Row } from '../../ui/layout/row.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { ExportActions } from './export-actions.tsx';
import { isWorking } from './export-queries.ts';
import { ExportState } from './export-state.tsx';
import { Fingerprint } from './fingerprint.tsx';
import classes from './exports.module.css';

/** One export of this camera: range, state, fingerprint, the times that are not certain, and the gaps that were closed up. */
export function ExportItem({ item, timeZone }: { item: FootageExport; timeZone: string }) {
  const { t } = useTranslation();
  return (
    <li className={classes.item} data-testid="export-item" data-state={item.state}>
      <Row align="center" justify="between" gap={8} className={classes.itemHead}>
        <b>
          <Moment utcMs={item.fromUtcMs} timeZone={timeZone} />
        </b>
        {isWorking(item) && <ExportActions item={item} />}
      </Row>
      <span className={classes.facts}>
        {[
          formatDuration(item.toUtcMs - item.fromUtcMs),
          t(`exports.create.${item.stream}`),
          item.bytes === null ? null : formatBytes(item.bytes),
        ]
          .filter((fact) => fact !== null)
          .join(' · ')}
      </span>
      <ExportState item={item} />
      {!isWorking(item) && <ExportActions item={item} hasWords />}
      {item.sha256 !== null && (
        <>
          <span className={classes.facts}>{t('exports.item.sha')}</span>
          <Fingerprint sha256={item.sha256} />
        </>
      )}
      {item.uncertain.map((span) => (
        <span key={span.fromUtcMs} className={classes.gap} data-testid="export-uncertain">
          {t('exports.item.uncertain', {
            from: formatTime(span.fromUtcMs, timeZone, 'seconds'),
            to: formatTime(span.toUtcMs, timeZone, 'seconds'),
          })}
        </span>
      ))}
      {item.gaps.map((gap) => (
        <span key={gap.fromUtcMs} className={classes.gap}>
          {t('exports.item.gap', {
            from: formatTime(gap.fromUtcMs, timeZone, 'seconds'),
            to: formatTime(gap.toUtcMs, timeZone, 'seconds'),
            cause: t(`errors.${gap.cause}`),
          })}
        </span>
      ))}
    </li>
  );
}
