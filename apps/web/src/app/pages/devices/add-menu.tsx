import { Button, Menu } from '@mantine/core';
import { IconBuildingWarehouse, IconChevronDown, IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allLocations } from '../../../features/locations/location-queries.ts';

const AddEdgeDialog = lazy(async () => ({ default: (await import('../../../features/edges/add-edge-dialog.tsx')).AddEdgeDialog }));
const LocationDialog = lazy(async () => ({ default: (await import('../../../features/locations/location-dialog.tsx')).LocationDialog }));

/** Adding what is not a camera: a site, a core. */
export function AddMenu() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'site' | 'core' | null>(null);
  const locations = useQuery(allLocations()).data?.items ?? [];
  const close = (): void => setOpen(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.6} />}>
            {t('locations.add.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconBuildingWarehouse size={16} stroke={1.6} />} onClick={() => setOpen('site')}>
            {t('locations.add.action')}
          </Menu.Item>
          <Menu.Item disabled={locations.length === 0} leftSection={<IconServer size={16} stroke={1.6} />} onClick={() => setOpen('core')}>
            {t('edges.add.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {open === 'site' && <LocationDialog onClose={close} />}
        {open === 'core' && <AddEdgeDialog onClose={close} locations={locations} />}
      </Suspense>
    </>
  );
}
