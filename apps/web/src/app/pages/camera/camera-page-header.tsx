import type { Camera } from '@sightline/contracts/cameras/camera';
import { ActionIcon, Button, Tooltip, UnstyledButton } from '@mantine/core';
import { IconScissors, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraStatusLabel } from '../../../features/cameras/camera-status-label.tsx';
import { useStatusText } from '../../../features/cameras/use-status-text.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import classes from './camera-page.module.css';

const StatusDialog = lazy(async () => ({
  default: (await import('../../../features/status/status-dialog.tsx')).StatusDialog,
}));

const HeadPopover = lazy(async () => ({
  default: (await import('../../../features/camera-devices/head-popover.tsx')).HeadPopover,
}));

const TalkControl = lazy(async () => ({
  default: (await import('../../../features/talk/talk-control.tsx')).TalkControl,
}));

const StarButton = lazy(async () => ({
  default: (await import('../../../features/favourites/star-button.tsx')).StarButton,
}));

const DispatchButton = lazy(async () => ({
  default: (await import('../../../features/dispatch-alarms/dispatch/dispatch-button.tsx')).DispatchButton,
}));

interface CameraPageHeaderProps {
  camera: Camera;
  isExporting: boolean;
  onExport: () => void;
  onTalking: (isTalking: boolean) => void;
}

/** Where the camera is, how it is and since when with its history behind it, export and settings. */
export function CameraPageHeader({ camera, isExporting, onExport, onTalking }: CameraPageHeaderProps) {
  const { t } = useTranslation();
  const [isStatusOpen, setStatusOpen] = useState(false);
  const { since, cause } = useStatusText()(camera.status, camera.timeZone);
  const parents = [
    { key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> },
    {
      key: 'site',
      link: (
        <Link to="/location/list" search={{ site: camera.locationId }}>
          {camera.locationName}
        </Link>
      ),
    },
  ];
  // Nothing need be said of what everybody expects.
  const recording =
    camera.recordingMode === 'continuous'
      ? undefined
      : `${t('cameras.list.recording')}: ${t(`cameras.recordingMode.${camera.recordingMode}`)}`;
  const isWell = camera.status.state === 'online';
  return (
    <PageHeader title={camera.name} parents={parents} meta={recording}>
      <UnstyledButton
        className={classes.status}
        title={`${since}. ${cause}`}
        aria-haspopup="dialog"
        onClick={() => setStatusOpen(true)}
      >
        <CameraStatusLabel cameraId={camera.id} status={camera.status} />
        {!isWell && <span className={classes.cause}>{cause === '' ? since : cause}</span>}
      </UnstyledButton>
      {isStatusOpen && (
        <Suspense>
          <StatusDialog
            thing={{ kind: 'camera', id: camera.id, timeZone: camera.timeZone }}
            onClose={() => setStatusOpen(false)}
          />
        </Suspense>
      )}
      <Suspense>
        <StarButton kind="camera" entityId={camera.id} name={camera.name} size={36} />
      </Suspense>
      <Suspense>
        <TalkControl cameraId={camera.id} mayTalk={camera.can.talk} onTalking={onTalking} />
      </Suspense>
      {camera.can.edit && camera.onvif !== null && (
        <Suspense>
          <HeadPopover cameraId={camera.id} />
        </Suspense>
      )}
      <Suspense>
        <DispatchButton
          className={classes.dispatch}
          subject={{ locationId: camera.locationId, locationName: camera.locationName, cameraId: camera.id }}
        />
      </Suspense>
      {camera.can.export && (
        <Button
          className={classes.export}
          variant="default"
          leftSection={<IconScissors size={16} stroke={1.6} aria-hidden />}
          aria-expanded={isExporting}
          onClick={onExport}
        >
          {t('exports.create.open')}
        </Button>
      )}
      {camera.can.edit && (
        <Tooltip label={t('cameras.edit.title')}>
          <ActionIcon
            size={36}
            aria-label={t('cameras.edit.title')}
            renderRoot={(props) => <Link to="/camera-edit/$cameraId" params={{ cameraId: camera.id }} {...props} />}
          >
            <IconSettings size={20} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </PageHeader>
  );
}
