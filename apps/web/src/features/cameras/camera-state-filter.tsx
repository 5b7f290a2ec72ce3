import type { CameraState } from '@sightline/contracts/cameras/camera';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../ui/filters/choice-filter.tsx';
import { cameraStates } from './camera-state-level.ts';

interface CameraStateFilterProps {
  value: CameraState | undefined;
  onChange: (value: CameraState | undefined) => void;
}

/** Filter of a list by the state of the cameras. */
export function CameraStateFilter({ value, onChange }: CameraStateFilterProps) {
  const { t } = useTranslation();
  return (
    <ChoiceFilter
      label={t('cameras.list.status')}
      value={value}
      options={cameraStates.map((state) => ({ value: state, label: t(`status.state.${state}`) }))}
      onChange={onChange}
    />
  );
}
