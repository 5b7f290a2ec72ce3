import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock/use-now.ts';
import { deviceUid } from '../../platform/push/device-uid.ts';
import { ItemList } from '../../ui/lists/item-list.tsx';
import { Section } from '../../ui/page/section.tsx';
import { devicesQuery } from './device-queries.ts';
import { DeviceRow } from './device-row.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import classes from './user-devices.module.css';

/** Browsers that asked for notifications. */
export function DeviceList() {
  const { t } = useTranslation();
  const devices = useQuery({ ...devicesQuery(), staleTime: 0 });
  const nowUtcMs = useNow(30_000);
  const own = deviceUid();
  return (
    <Section title={t('userDevices.list.title')}>
      <ListScreen
        list={devices}
        failed={t('userDevices.list.failed')}
        rows={2}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={classes.lead}>{t('userDevices.list.emptyText')}</p>}
      >
        {(data) => (
          <ItemList label={t('userDevices.list.title')}>
            {data.items.map((device) => (
              <DeviceRow key={device.deviceUid} device={device} isHere={device.deviceUid === own} nowUtcMs={nowUtcMs} />
            ))}
          </ItemList>
        )}
      </ListScreen>
    </Section>
  );
}
