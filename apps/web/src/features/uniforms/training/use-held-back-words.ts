import type { HeldBackFigures } from '@sightline/contracts/uniforms/uniform';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../../../platform/i18n/format-number.ts';

// As the contract, without what reads contracts.
const leastHeldBack = 8;

interface HeldBackWords {
  /** For a card. */
  short: string;
  /** For whoever decides whether to save. */
  precision: string;
  recall: string;
}

/** In plain words how well a uniform was told from others, on images that were held back. */
export function useHeldBackWords({ precision, recall, same, found, other, mistaken }: HeldBackFigures): HeldBackWords {
  const { t } = useTranslation();
  if (precision === null || recall === null) {
    const few = t('uniforms.heldBack.few', { same, other, least: leastHeldBack });
    return { short: t('uniforms.heldBack.fewShort'), precision: few, recall: '' };
  }
  return {
    short: t('uniforms.heldBack.short', { precision: formatShare(precision), recall: formatShare(recall) }),
    precision:
      found + mistaken === 0
        ? t('uniforms.heldBack.nothing')
        : t('uniforms.heldBack.precision', { right: found, all: found + mistaken, share: formatShare(precision) }),
    recall: t('uniforms.heldBack.recall', { found, all: same, share: formatShare(recall) }),
  };
}
