import type { CameraStatus } from '@sightline/contracts/cameras/camera';
import { useTranslation } from 'react-i18next';
import { ShownLabel } from '../../ui/status/shown-label.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { useIsRebooting } from './rebooting-cameras.ts';

/** State of a camera as sign and word; while it restarts or flaps, that it does. */
export function CameraStatusLabel({
  cameraId,
  status,
}: {
  cameraId: string;
  status: Pick<CameraStatus, 'state' | 'isFlapping'>;
}) {
  const { t } = useTranslation();
  const isRebooting = useIsRebooting(cameraId);
  if (isRebooting) return <StatusLabel level="idle">{t('status.state.rebooting')}</StatusLabel>;
  return <ShownLabel status={status} of="camera" />;
}
