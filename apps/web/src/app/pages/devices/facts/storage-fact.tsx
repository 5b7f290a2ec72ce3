import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { homeStorage } from '../../../../features/home/home-queries.ts';
import { formatCount } from '../../../../platform/i18n/format-number.ts';
import { Fact } from './fact.tsx';
import classes from './facts-strip.module.css';

/** For how many days of footage there is room where it is least; cores that said nothing are named, not guessed. */
export function StorageFact() {
  const { t } = useTranslation();
  const { data } = useQuery(homeStorage());
  const unknown =
    data !== undefined && data.unknownCount > 0
      ? t('home.facts.coresUnknown', { count: data.unknownCount, shown: formatCount(data.unknownCount) })
      : null;
  if (data === undefined || data.tightest === null)
    return (
      <Fact
        isMinor
        figure={t(data !== undefined && unknown === null ? 'home.facts.notYet' : 'home.facts.notKnown')}
        detail={t('home.facts.room')}
      />
    );
  const { edgeId, fitsDays, retentionDays } = data.tightest;
  const days = Math.floor(fitsDays);
  const isTight = fitsDays < retentionDays;
  return (
    <Link to="/edge-edit/$edgeId" params={{ edgeId }} preload={false} className={classes.link} data-minor>
      <Fact
        figure={t('home.facts.days', { count: days, shown: formatCount(days) })}
        isWarning={isTight}
        detail={
          <>
            {t('home.facts.room')}
            {isTight && ` · ${t('home.facts.wanted', { shown: formatCount(retentionDays) })}`}
            {unknown !== null && <span className={classes.partly}> · {unknown}</span>}
          </>
        }
      />
    </Link>
  );
}
