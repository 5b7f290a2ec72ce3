import type { Edge } from '@sightline/contracts/edges/edge';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { Lead } from '../../ui/page/section.tsx';

interface AsOfProps {
  edge: Pick<Edge, 'state' | 'lastSeenUtcMs' | 'health'>;
  timeZone: string;
}

/** Of what time the figures of a core are that tells none now; nothing while it does. */
export function AsOf({ edge: { state, lastSeenUtcMs, health }, timeZone }: AsOfProps) {
  const { t } = useTranslation();
  if (state === 'online' || lastSeenUtcMs === null || health === null) return null;
  return <Lead>{t('edges.facts.asOf', { time: formatTime(lastSeenUtcMs, timeZone, 'full') })}</Lead>;
}
