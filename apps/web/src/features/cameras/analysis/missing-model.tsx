import type { RecognitionSwitch } from '@sightline/contracts/organizations/recognition-switch';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import words from '../../../ui/forms/field-words.module.css';

/** What is known of the core of a camera. */
export type KnownCore = { id: string; capabilities: readonly string[] } | undefined;

interface MissingModelProps {
  core: KnownCore;
  ability: 'detect' | 'plates' | 'faces' | RecognitionSwitch;
}

/** Says that the core has no model for this; nothing while it has one, or while nothing is known of it. */
export function MissingModel({ core, ability }: MissingModelProps) {
  const { t } = useTranslation();
  // A core that was never online has announced nothing.
  if (!core || core.capabilities.length === 0 || core.capabilities.some((name) => name.startsWith(`${ability}:`)))
    return null;
  return (
    <p className={words.why} data-testid={`missing-${ability}`}>
      <IconInfoCircle size={14} stroke={1.75} aria-hidden="true" />
      <span>
        {t(
          `cameras.analysis.missing.${ability === 'detect' || ability === 'plates' || ability === 'faces' ? ability : 'other'}`,
        )}{' '}
        <Link to="/edge-edit/$edgeId" params={{ edgeId: core.id }}>
          {t('cameras.analysis.missing.more')}
        </Link>
      </span>
    </p>
  );
}
