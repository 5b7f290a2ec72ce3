import { Menu } from '@mantine/core';
import {
  IconArrowBarDown,
  IconArrowBarUp,
  IconDotsVertical,
  IconEye,
  IconFolderPlus,
  IconFolderSymlink,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUrgent,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatchService } from '../../../features/dispatch-alarms/dispatch/use-dispatch-service.ts';
import type { ForestNode } from '../../../features/locations/tree/location-forest.ts';
import { useMay } from '../../../platform/session/may.ts';
import classes from '../devices/devices.module.css';
import { SiteDialogs, type SiteDialog } from './site-dialogs.tsx';

const DispatchDialog = lazy(async () => ({
  default: (await import('../../../features/dispatch-alarms/dispatch/dispatch-dialog.tsx')).DispatchDialog,
}));

interface SiteActionsProps {
  node: ForestNode;
  /** The site above; none for a site of its own, or where it cannot be seen. */
  parent: ForestNode | undefined;
}

const icon = { size: 16, stroke: 1.6 } as const;

/** What can be done with a site. Everything that the tree does by dragging is here for keys and fingers. */
export function SiteActions({ node, parent }: SiteActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayCreate = useMay('LocationCreate');
  const mayMoveCameras = useMay('CameraEdit');
  const mayAddCamera = useMay('CameraCreate');
  const [dialog, setDialog] = useState<SiteDialog | null>(null);
  const [isDispatching, setDispatching] = useState(false);
  const { id, name, can } = node.location;
  const mayDispatch = useMay('AlarmManagementEdit', id);
  const hasDispatch = useDispatchService() && mayDispatch && !node.location.isNameOnly;
  const hasPartOf = mayMoveCameras && parent !== undefined;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <button type="button" className={classes.iconButton} aria-label={t('locations.home.menu', { name })}>
            <IconDotsVertical size={20} stroke={1.5} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={can.edit ? <IconPencil {...icon} /> : <IconEye {...icon} />}
            onClick={() => void navigate({ to: '/edit-location/$locationId', params: { locationId: id } })}
          >
            {t(can.edit ? 'locations.home.edit' : 'locations.home.view')}
          </Menu.Item>
          {mayAddCamera && (
            <Menu.Item
              leftSection={<IconPlus {...icon} />}
              onClick={() => void navigate({ to: '/cameras/add', search: {} })}
            >
              {t('cameras.add.action')}
            </Menu.Item>
          )}
          {mayCreate && (
            <Menu.Item leftSection={<IconFolderPlus {...icon} />} onClick={() => setDialog('addPart')}>
              {t('locations.sub.add')}
            </Menu.Item>
          )}
          {hasPartOf && (
            <Menu.Item leftSection={<IconArrowBarDown {...icon} />} onClick={() => setDialog('camerasIn')}>
              {t('cameras.move.in')}
            </Menu.Item>
          )}
          {hasPartOf && (
            <Menu.Item leftSection={<IconArrowBarUp {...icon} />} onClick={() => setDialog('camerasOut')}>
              {t('cameras.move.out')}
            </Menu.Item>
          )}
          {can.edit && (
            <Menu.Item leftSection={<IconFolderSymlink {...icon} />} onClick={() => setDialog('move')}>
              {t('locations.move.menu')}
            </Menu.Item>
          )}
          {hasDispatch && (
            <Menu.Item leftSection={<IconUrgent {...icon} />} onClick={() => setDispatching(true)}>
              {t('dispatchAlarms.create.open')}
            </Menu.Item>
          )}
          {can.remove && (
            <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => setDialog('delete')}>
              {t('locations.delete.action')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isDispatching && (
        <Suspense>
          <DispatchDialog subject={{ locationId: id, locationName: name }} onClose={() => setDispatching(false)} />
        </Suspense>
      )}
      {dialog !== null && <SiteDialogs dialog={dialog} node={node} parent={parent} onClose={() => setDialog(null)} />}
    </>
  );
}
