import type { Entrance, EntranceFigure, FigureStep } from '@sightline/contracts/entrances/entrance';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { formatClock, formatTime } from '../../platform/i18n/format-time.ts';
import { Section } from '../../ui/page/section.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { figuresOf } from './entrance-queries.ts';
import classes from './entrances.module.css';

interface FigureBarsProps {
  entrance: Entrance;
  title: string;
  range: { fromUtcMs: number; untilUtcMs: number; per: FigureStep };
}

/** Less of a step was watched than this share: its bar says so. */
const wellWatched = 0.9;

const isBlind = ({ watchedS, outOfS }: EntranceFigure): boolean => watchedS < outOfS * wellWatched;

/** Who went in and out, as pairs of bars; for people who do not see them, and who want the numbers, a table. */
export function FigureBars({ entrance, title, range }: FigureBarsProps) {
  const { t } = useTranslation();
  const { id, timeZone } = entrance;
  const figures = useQuery({ ...figuresOf(id, range), placeholderData: keepPreviousData });
  if (figures.data === undefined)
    return (
      <Section title={title}>
        {figures.error === null ? (
          <LoadingRows />
        ) : (
          <ErrorState
            title={t('entrances.figures.failed')}
            failure={figures.error}
            onRetry={() => void figures.refetch()}
          />
        )}
      </Section>
    );
  const { items, total } = figures.data;
  const most = Math.max(1, ...items.map((one) => Math.max(one.in, one.out)));
  const nameOf = ({ fromUtcMs }: EntranceFigure): string =>
    range.per === 'day' ? formatTime(fromUtcMs, timeZone, 'day') : formatClock(fromUtcMs, timeZone, 'minute');
  const watchedText = ({ watchedS, outOfS }: Pick<EntranceFigure, 'watchedS' | 'outOfS'>): string =>
    t('entrances.page.watched', {
      watched: formatCount(Math.round(watchedS / 60)),
      all: formatCount(Math.round(outOfS / 60)),
    });
  const shown = { in: formatCount(total.in), out: formatCount(total.out) };
  return (
    <Section title={title} lead={t('entrances.figures.total', { ...shown, watched: watchedText(total) })}>
      <div className={classes.bars} aria-hidden="true">
        {items.map((one) => (
          <span
            key={one.fromUtcMs}
            className={classes.step}
            data-blind={isBlind(one)}
            title={`${nameOf(one)}: ${t('entrances.figures.inOut', { in: one.in, out: one.out })}. ${watchedText(one)}`}
          >
            <span className={classes.in} style={{ blockSize: `${String((one.in / most) * 100)}%` }} />
            <span className={classes.out} style={{ blockSize: `${String((one.out / most) * 100)}%` }} />
          </span>
        ))}
      </div>
      <div className={classes.ends} aria-hidden="true">
        <span>{items[0] && nameOf(items[0])}</span>
        <span className={classes.legend}>
          <span className={classes.keyIn} /> {t('entrances.figures.in')} <span className={classes.keyOut} />{' '}
          {t('entrances.figures.out')}
        </span>
        <span>{items.length > 0 && nameOf(items.at(-1)!)}</span>
      </div>
      <details className={classes.numbers}>
        <summary>{t('entrances.figures.numbers')}</summary>
        <table>
          <caption className={classes.unseen}>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('entrances.figures.time')}</th>
              <th scope="col">{t('entrances.figures.in')}</th>
              <th scope="col">{t('entrances.figures.out')}</th>
              <th scope="col">{t('entrances.figures.watched')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((one) => (
              <tr key={one.fromUtcMs}>
                <th scope="row">
                  <bdi>{nameOf(one)}</bdi>
                </th>
                <td>{formatCount(one.in)}</td>
                <td>{formatCount(one.out)}</td>
                <td>{watchedText(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Section>
  );
}
