import type { ShownStatus } from '@sightline/contracts/status/status';
import { useTranslation } from 'react-i18next';

/** Why something shows what it shows: which part failed, where that is not plain, and its cause. Empty when all is well. */
export const useWhy = (): ((status: Pick<ShownStatus, 'state' | 'part' | 'cause' | 'isFlapping'>) => string) => {
  const { t } = useTranslation();
  return ({ state, part, cause, isFlapping }) =>
    [
      isFlapping ? t('status.flapping.text') : '',
      state === 'unhealthy' && part !== null ? t(`status.because.${part}`) : '',
      cause === null ? '' : t(`errors.${cause}`),
    ]
      .filter((sentence) => sentence !== '')
      .join(' ');
};
