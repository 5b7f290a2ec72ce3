import type { HeartbeatPoint } from '@sightline/contracts/edges/edge-health';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount, formatShare } from '../../../platform/i18n/format-number.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { isolatedText } from '../system/machine-text.tsx';
import { formatCelsius } from '../system/format-celsius.ts';

const shown = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value);

/** The same as the charts, as figures; newest first. */
export function HeartbeatTable({ points, timeZone }: { points: readonly HeartbeatPoint[]; timeZone: string }) {
  const { t } = useTranslation();
  return (
    <PlainTable
      label={t('edges.heartbeats.title')}
      rows={points.toReversed()}
      rowKey={({ atUtcMs }) => String(atUtcMs)}
      columns={[
        {
          id: 'at',
          header: t('edges.heartbeats.from'),
          isNumber: true,
          cell: ({ atUtcMs }) => isolatedText(formatTime(atUtcMs, timeZone, 'full')),
        },
        {
          id: 'beats',
          header: t('edges.heartbeats.title'),
          isNumber: true,
          // A minute that has just begun may hold one more than its seconds promise.
          cell: ({ beats, expected }) =>
            t('edges.heartbeats.of', { beats: formatCount(beats), expected: formatCount(Math.max(beats, expected)) }),
        },
        {
          id: 'cpu',
          header: t('edges.facts.cpu'),
          isNumber: true,
          cell: ({ cpuShare }) => shown(cpuShare, formatShare),
        },
        {
          id: 'memory',
          header: t('edges.facts.memory'),
          isNumber: true,
          cell: ({ memoryShare }) => shown(memoryShare, formatShare),
        },
        {
          id: 'disk',
          header: t('edges.heartbeats.diskFree'),
          isNumber: true,
          cell: ({ diskFreeBytes }) => shown(diskFreeBytes, formatBytes),
        },
        {
          id: 'celsius',
          header: t('edges.heartbeats.temperature'),
          isNumber: true,
          cell: ({ celsius }) => shown(celsius, formatCelsius),
        },
        {
          id: 'outbox',
          header: t('edges.system.outbox'),
          isNumber: true,
          cell: ({ outboxDepth }) => shown(outboxDepth, formatCount),
        },
      ]}
    />
  );
}
