import { Button, Menu } from '@mantine/core';
import { IconBuildingWarehouse, IconDeviceCctv, IconPlus, IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allLocations } from '../../../features/locations/location-queries.ts';
import { useMay } from '../../../platform/session/may.ts';

const AddEdgeDialog = lazy(async () => ({
  default: (await import('../../../features/edges/add-edge-dialog.tsx')).AddEdgeDialog,
}));

/** Adding anything: a camera, a site, a core. */
export function AddMenu() {
  const { t } = useTranslation();
  const [isAddingCore, setAddingCore] = useState(false);
  const mayAddCamera = useMay('CameraCreate');
  const mayAddSite = useMay('LocationCreate');
  const mayAddCore = useMay('CoreCreate');
  const [isOpened, setOpened] = useState(false);
  // Asked for when the menu is: the page above which it stands comes first.
  const sites = useQuery({ ...allLocations(), enabled: isOpened });
  const locations = sites.data?.items.filter(({ can }) => can.createCore) ?? [];
  if (!mayAddCamera && !mayAddSite && !mayAddCore) return null;
  return (
    <>
      <Menu position="bottom-end" onOpen={() => setOpened(true)}>
        <Menu.Target>
          <Button leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}>
            {t('locations.add.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayAddCamera && (
            <Menu.Item
              leftSection={<IconDeviceCctv size={16} stroke={1.6} aria-hidden="true" />}
              renderRoot={(props) => <Link to="/cameras/add" {...props} />}
            >
              {t('cameras.add.action')}
            </Menu.Item>
          )}
          {mayAddSite && (
            <Menu.Item
              leftSection={<IconBuildingWarehouse size={16} stroke={1.6} aria-hidden="true" />}
              renderRoot={(props) => <Link to="/locations/add-location" {...props} />}
            >
              {t('locations.add.action')}
            </Menu.Item>
          )}
          {mayAddCore && (
            <Menu.Item
              disabled={locations.length === 0}
              leftSection={<IconServer size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => setAddingCore(true)}
            >
              {t('edges.add.action')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isAddingCore && <AddEdgeDialog onClose={() => setAddingCore(false)} locations={locations} />}
      </Suspense>
    </>
  );
}
