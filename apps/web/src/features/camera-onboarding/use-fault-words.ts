import type { CellProblem, RowFault } from '@sightline/contracts/camera-onboarding/camera-import';
import { useTranslation } from 'react-i18next';

type OwnProblem = Exclude<CellProblem, `camera_url_${string}`>;

const isOfAddress = (problem: CellProblem): problem is Exclude<CellProblem, OwnProblem> =>
  problem.startsWith('camera_url_');

/** What is wrong with a cell, in words; its column is named beside. */
export function useFaultWords(): (fault: RowFault) => string {
  const { t } = useTranslation();
  return ({ column, problem }) => {
    if (isOfAddress(problem)) return t(`errors.${problem}`);
    // Without any address there are two columns that could give one.
    if (column === 'ip' && problem === 'missing') return t('cameraOnboarding.row.wrong.noAddress');
    if (column === 'ip' && problem === 'invalid') return t('cameraOnboarding.row.wrong.noHost');
    return t(`cameraOnboarding.row.wrong.${problem}`);
  };
}
