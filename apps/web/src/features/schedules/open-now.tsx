import { useTranslation } from 'react-i18next';
import { formatSince } from '../../platform/i18n/format-time.ts';
import { StatusLabel } from '../../ui/status/status-label.tsx';

interface OpenNowProps {
  isOpen: boolean;
  /** UTC ms; null when it stays as it is for long. */
  changesAtUtcMs: number | null;
  timeZone: string;
  nowUtcMs: number;
}

/** Whether a schedule is open now, and until when, by its own clock. */
export function OpenNow({ isOpen, changesAtUtcMs, timeZone, nowUtcMs }: OpenNowProps) {
  const { t } = useTranslation();
  const state = isOpen ? 'open' : 'closed';
  return (
    <StatusLabel level={isOpen ? 'ok' : 'idle'}>
      {changesAtUtcMs === null
        ? t(`schedules.now.${state}`)
        : t(`schedules.now.${state}Until`, { time: formatSince(changesAtUtcMs, nowUtcMs, timeZone) })}
    </StatusLabel>
  );
}
