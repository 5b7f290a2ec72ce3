import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../../platform/i18n/format-number.ts';
import { stops } from './stay.ts';

/** How long things stayed, in words, from the two stops of the slider; the last stop means any length. */
export function useStayWords(): (stay: readonly [number, number]) => string {
  const { t } = useTranslation();
  const said = (stop: number): string => formatDuration((stops[stop] ?? 0) * 1000);
  return ([least, most]) => {
    if (most < stops.length - 1) return t('events.search.filters.stayedRange', { from: said(least), to: said(most) });
    return least === 0
      ? t('events.search.filters.stayedAny')
      : t('events.search.filters.stayedFrom', { from: said(least) });
  };
}
