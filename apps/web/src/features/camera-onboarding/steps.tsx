import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { Row } from '../../ui/layout/row.tsx';
import classes from './onboarding.module.css';

interface StepsProps {
  names: readonly string[];
  /** From 0. */
  current: number;
}

/** Where one is on the way to a camera. */
export function Steps({ names, current }: StepsProps) {
  const { t } = useTranslation();
  return (
    <Row as="ol" wrap gap={24} rowGap={8} className={classes.steps} aria-label={t('cameraOnboarding.steps.label')}>
      {names.map((name, index) => (
        <li key={name} className={classes.step} aria-current={index === current ? 'step' : undefined}>
          {formatCount(index + 1)}. {name}
        </li>
      ))}
    </Row>
  );
}
