import type { CameraState } from '@sightline/contracts/cameras/camera';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { cameraLevels } from './camera-state-level.ts';

/** State of a camera as sign and word. */
export function CameraStatusLabel({ state }: { state: CameraState }) {
  const { t } = useTranslation();
  return <StatusLabel level={cameraLevels[state]}>{t(`cameras.state.${state}`)}</StatusLabel>;
}
