import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock/use-now.ts';
import { deviceUid } from '../../platform/push/device-uid.ts';
import { ItemList } from '../../ui/lists/item-list.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { devicesQuery } from './device-queries.ts';
import { DeviceRow } from './device-row.tsx';
import classes from './user-devices.module.css';

/** Browsers that asked for notifications. */
export function DeviceList() {
  const { t } = useTranslation();
  const devices = useQuery({ ...devicesQuery(), staleTime: 0 });
  const nowUtcMs = useNow(30_000);
  const own = deviceUid();
  return (
    <Section title={t('userDevices.list.title')}>
      {devices.data === undefined && devices.error === null && <LoadingRows rows={2} />}
      {devices.data === undefined && devices.error !== null && (
        <ErrorState
          title={t('userDevices.list.failed')}
          failure={devices.error}
          onRetry={() => void devices.refetch()}
        />
      )}
      {devices.data?.items.length === 0 && <p className={classes.lead}>{t('userDevices.list.emptyText')}</p>}
      {devices.data !== undefined && devices.data.items.length > 0 && (
        <ItemList label={t('userDevices.list.title')}>
          {devices.data.items.map((device) => (
            <DeviceRow key={device.deviceUid} device={device} isHere={device.deviceUid === own} nowUtcMs={nowUtcMs} />
          ))}
        </ItemList>
      )}
    </Section>
  );
}
