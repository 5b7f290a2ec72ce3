import type { LogLine } from '@sightline/contracts/edges/edge-logs';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { machineText } from '../system/machine-text.tsx';
import classes from './logs.module.css';

/** Lines of a log. What a machine says is written left to right in every language. */
export function LogLines({ lines, timeZone }: { lines: readonly LogLine[]; timeZone: string }) {
  const { t } = useTranslation();
  return (
    <ol className={classes.lines} aria-label={t('edges.logs.title')}>
      {lines.map(({ at, level, process, message, fields, cursor }) => (
        <li key={cursor} className={classes.line} data-level={level}>
          <time dateTime={new Date(at).toISOString()} className={classes.time}>
            <bdi>{`${formatTime(at, timeZone, 'day')} ${formatTime(at, timeZone, 'seconds')}`}</bdi>
          </time>
          <span className={classes.level}>{t(`edges.logs.levels.${level}`)}</span>
          <span className={classes.process}>{machineText(process)}</span>
          <span className={classes.message} dir="ltr" translate="no">
            {message} {fields !== '' && <code className={classes.fields}>{fields}</code>}
          </span>
        </li>
      ))}
    </ol>
  );
}
