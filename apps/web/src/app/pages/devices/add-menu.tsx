import { Button, Menu } from '@mantine/core';
import { IconBuildingWarehouse, IconChevronDown, IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddEdgeDialog } from '../../../features/edges/add-edge-dialog.tsx';
import { LocationDialog } from '../../../features/locations/location-dialog.tsx';
import { allLocations } from '../../../features/locations/location-queries.ts';

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
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.6} />} visibleFrom="sm">
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
      {open === 'site' && <LocationDialog onClose={close} />}
      {open === 'core' && <AddEdgeDialog onClose={close} locations={locations} />}
    </>
  );
}
