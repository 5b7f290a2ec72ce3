import { useQuery } from '@tanstack/react-query';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { useTranslation } from 'react-i18next';
import { ExportsList } from '../../features/exports/exports-list.tsx';
import { callQuery } from '../../platform/api/client.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import classes from './exports-page.module.css';

/** Exports of all cameras. Times are shown in the zone of each camera's site. */
export function ExportsPage() {
  const { t } = useTranslation();
  const cameras = useQuery(callQuery(camerasCalls.list, { query: { limit: 200 } })).data?.items ?? [];
  const zones = new Map(cameras.map((camera) => [camera.id, camera.timeZone]));
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className={classes.page}>
      <PageHeader title={t('exports.list.title')} />
      <ExportsList zoneOf={(cameraId) => zones.get(cameraId) ?? own} />
    </div>
  );
}
