import type { HomeDay } from '@sightline/contracts/home/home-facts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { homeDay } from '../../../../features/home/home-queries.ts';
import { formatCount } from '../../../../platform/i18n/format-number.ts';
import { useMay } from '../../../../platform/session/may.ts';
import { ribbonCells } from '../../../../ui/ribbon/ribbon-cells.ts';
import { Ribbon } from '../../../../ui/ribbon/ribbon.tsx';
import { knownSpans } from './known-spans.ts';
import classes from './ribbons.module.css';

const cellCount = 144;

const cellsOf = (day: HomeDay) =>
  ribbonCells(
    { fromUtcMs: day.fromUtcMs, toUtcMs: day.toUtcMs, full: knownSpans(day), gaps: day.gaps, levels: [], bucketMs: 0 },
    cellCount,
  );

/** The last 24 hours of all cameras of a site together: where one of them has a gap, and what nobody knows. */
export function SiteRibbon({ locationId, isSeen }: { locationId: string; isSeen: boolean }) {
  const { t } = useTranslation();
  const mayPlayBack = useMay('PlaybackView');
  const { data } = useQuery({ ...homeDay(locationId), enabled: isSeen && mayPlayBack });
  if (!mayPlayBack || data?.cameras === 0) return null;
  return (
    <span className={classes.site}>{data !== undefined && <Ribbon cells={cellsOf(data)} label={labelOf(data)} />}</span>
  );

  function labelOf({ known, gaps, unknownCount }: HomeDay): string {
    if (known === null) return t('home.day.notKnown');
    const said = t('home.day.label', { count: gaps.length });
    const unknown = t('home.facts.unknown', { count: unknownCount, shown: formatCount(unknownCount) });
    return unknownCount === 0 ? said : t('home.day.unknown', { said, unknown });
  }
}
