import type { CameraState } from '@sightline/contracts/cameras/camera';
import { useTranslation } from 'react-i18next';
import { cameraLevels } from '../../../features/cameras/camera-state-level.ts';
import { worstState } from '../../../features/cameras/worst-state.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';

type Counts = Partial<Record<CameraState, number>>;

/** What is said of cameras of several states: how many are in the worst of them; all of them when that is the best. */
export const useStatesText = (): ((counts: Counts) => string) => {
  const { t } = useTranslation();
  return (counts) => {
    const worst = worstState(counts);
    if (worst === null) return t('cameras.home.noneHere');
    const count = counts[worst] ?? 0;
    return t(`cameras.count.${worst}`, { count, shown: formatCount(count) });
  };
};

/** Sign of the worst state among cameras; nothing where there are none. */
export function StatesSign({ counts }: { counts: Counts }) {
  const text = useStatesText();
  const worst = worstState(counts);
  return worst === null ? null : <StatusGlyph level={cameraLevels[worst]} label={text(counts)} />;
}
