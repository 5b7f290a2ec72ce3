import type { CameraState } from '@sightline/contracts/cameras/camera';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { cameraLevels } from './camera-state-level.ts';
import { useIsRebooting } from './rebooting-cameras.ts';

/** State of a camera as sign and word; while it restarts, that it does. */
export function CameraStatusLabel({ cameraId, state }: { cameraId: string; state: CameraState }) {
  const { t } = useTranslation();
  const isRebooting = useIsRebooting(cameraId);
  if (isRebooting) return <StatusLabel level="idle">{t('cameras.state.rebooting')}</StatusLabel>;
  return <StatusLabel level={cameraLevels[state]}>{t(`cameras.state.${state}`)}</StatusLabel>;
}
