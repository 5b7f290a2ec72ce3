import type { CameraStatus } from '@sightline/contracts/cameras/camera';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { cameraLevels } from './camera-state-level.ts';
import { useIsRebooting } from './rebooting-cameras.ts';

/** State of a camera as sign and word; while it restarts or flaps, that it does. */
export function CameraStatusLabel({ cameraId, status }: { cameraId: string; status: Pick<CameraStatus, 'state' | 'isFlapping'> }) {
  const { t } = useTranslation();
  const isRebooting = useIsRebooting(cameraId);
  if (isRebooting) return <StatusLabel level="idle">{t('cameras.state.rebooting')}</StatusLabel>;
  return <StatusLabel level={cameraLevels[status.state]}>{t(status.isFlapping ? 'cameras.state.flapping' : `cameras.state.${status.state}`)}</StatusLabel>;
}
