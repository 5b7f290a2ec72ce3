import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import type { StorageForecast } from '@sightline/contracts/recordings/storage';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/api/client.ts';
import { formatBytes } from '../../../platform/i18n/format-number.ts';
import { Lead, Section } from '../../../ui/page/section.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import own from './core-storage.module.css';
import { forecastLevel } from './forecast-level.ts';

interface CoreStorageProps {
  edgeId: string;
  nowMs: number;
  /** Name and way to a camera. */
  cameraLink: (cameraId: string) => ReactNode;
}

const againMs = 60_000;
const dayMs = 86_400_000;

/** What the cameras of a core hold and write, and for how many days there is room. */
export function CoreStorage({ edgeId, nowMs, cameraLink }: CoreStorageProps) {
  const { t } = useTranslation();
  const storage = useQuery({
    ...callQuery(recordingsCalls.storageOfEdge, { params: { id: edgeId } }),
    refetchInterval: againMs,
  });
  return (
    <Section title={t('recordings.storage.title')}>
      <ListScreen list={storage} failed={t('recordings.storage.failed')}>
        {({ freeBytes, floorBytes, leastDays, cameras }) => (
          <>
            <Lead>
              {t('recordings.storage.room', { free: formatBytes(freeBytes), floor: formatBytes(floorBytes) })}
              {(leastDays ?? 0) > 0 && ` ${t('recordings.storage.least', { count: leastDays })}`}
            </Lead>
            {cameras.length === 0 ? (
              <Lead>{t('recordings.storage.none')}</Lead>
            ) : (
              <StorageTable cameras={cameras} nowMs={nowMs} cameraLink={cameraLink} />
            )}
          </>
        )}
      </ListScreen>
    </Section>
  );
}

function StorageTable({
  cameras,
  nowMs,
  cameraLink,
}: Pick<CoreStorageProps, 'nowMs' | 'cameraLink'> & { cameras: readonly StorageForecast[] }) {
  const { t } = useTranslation();
  const days = (count: number): string =>
    count === 0 ? t('recordings.storage.underDay') : t('recordings.storage.days', { count });
  return (
    <PlainTable
      label={t('recordings.storage.title')}
      rows={cameras}
      rowKey={({ cameraId }) => cameraId}
      columns={[
        { id: 'camera', header: t('recordings.storage.camera'), cell: ({ cameraId }) => cameraLink(cameraId) },
        {
          id: 'kept',
          header: t('recordings.storage.kept'),
          isNumber: true,
          cell: ({ oldestUtcMs }) =>
            oldestUtcMs === null ? '–' : days(Math.max(0, Math.floor((nowMs - oldestUtcMs) / dayMs))),
        },
        {
          id: 'wanted',
          header: t('recordings.storage.wanted'),
          isNumber: true,
          cell: ({ retentionDays }) => days(retentionDays),
        },
        {
          id: 'held',
          header: t('recordings.storage.held'),
          isNumber: true,
          cell: ({ heldBytes }) => formatBytes(heldBytes),
        },
        {
          id: 'smart',
          header: t('recordings.storage.smartLegend'),
          isNumber: true,
          cell: ({ smartBytes, smartRetentionDays }) =>
            smartRetentionDays === null ? '–' : `${formatBytes(smartBytes)} · ${days(smartRetentionDays)}`,
        },
        {
          id: 'perDay',
          header: t('recordings.storage.perDay'),
          isNumber: true,
          cell: ({ bytesPerDay }) => (bytesPerDay === null ? '–' : formatBytes(bytesPerDay)),
        },
        { id: 'forecast', header: t('recordings.storage.forecast'), cell: (camera) => forecastCell(camera, t) },
      ]}
    />
  );
}

function forecastCell(camera: StorageForecast, t: TFunction): ReactNode {
  const forecast = forecastLevel(camera);
  if (forecast === null) return <span className={own.room}>{t('recordings.storage.unknown')}</span>;
  return (
    <span className={own.room}>
      <StatusLabel level={forecast.level}>
        {t(forecast.level === 'ok' ? 'recordings.storage.fits' : 'recordings.storage.tight', { count: forecast.days })}
      </StatusLabel>
    </span>
  );
}
