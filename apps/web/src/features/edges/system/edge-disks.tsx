import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatShare } from '../../../platform/i18n/format-number.ts';
import { Lead } from '../../../ui/page/section.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { machineText } from './machine-text.tsx';
import { SystemSection } from './system-section.tsx';

type Disk = NonNullable<EdgeHealth['disks']>[number];

/** Cores of older versions tell of the disk with footage alone. */
const disksOf = (health: EdgeHealth): Disk[] =>
  health.disks ?? [
    { mount: '', kind: '', freeBytes: health.diskFreeBytes, totalBytes: health.diskTotalBytes, holdsFootage: true },
  ];

/** Disks of a core, with what is free on each. */
export function EdgeDisks({ edgeId, timeZone }: { edgeId: string; timeZone: string }) {
  const { t } = useTranslation();
  return (
    <SystemSection edgeId={edgeId} timeZone={timeZone} title={t('edges.disks.title')}>
      {({ health }) =>
        health === null ? (
          <Lead>{t('edges.system.neverHeard')}</Lead>
        ) : (
          <PlainTable
            label={t('edges.disks.title')}
            rows={disksOf(health)}
            rowKey={({ mount }) => mount}
            columns={[
              { id: 'mount', header: t('edges.disks.mount'), cell: ({ mount }) => machineText(mount) },
              {
                id: 'use',
                header: t('edges.disks.use'),
                cell: ({ holdsFootage }) => t(holdsFootage ? 'edges.disks.footage' : 'edges.disks.system'),
              },
              { id: 'kind', header: t('edges.disks.kind'), cell: ({ kind }) => machineText(kind) },
              {
                id: 'free',
                header: t('edges.disks.free'),
                isNumber: true,
                cell: ({ freeBytes }) => formatBytes(freeBytes),
              },
              {
                id: 'total',
                header: t('edges.disks.total'),
                isNumber: true,
                cell: ({ totalBytes }) => formatBytes(totalBytes),
              },
              {
                id: 'used',
                header: t('edges.disks.used'),
                isNumber: true,
                cell: ({ freeBytes, totalBytes }) =>
                  totalBytes > 0 ? formatShare(1 - freeBytes / totalBytes) : t('edges.disks.gone'),
              },
            ]}
          />
        )
      }
    </SystemSection>
  );
}
