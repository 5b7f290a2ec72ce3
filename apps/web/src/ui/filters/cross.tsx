import { IconX } from '@tabler/icons-react';
import { classNames } from '../layout/layout-parts.ts';
import classes from './filters.module.css';

interface CrossProps {
  /** What is emptied or taken away. */
  label: string;
  onClick: () => void;
  /** Large stands in large fields; small in chips that are as low as their text allows. */
  size?: 'small' | 'medium' | 'large';
}

/** Empties a field, or takes a filter away. */
export function Cross({ label, onClick, size = 'medium' }: CrossProps) {
  return (
    <button
      type="button"
      className={classNames(classes.clear, size === 'small' && classes.small)}
      aria-label={label}
      onClick={onClick}
    >
      <IconX size={size === 'large' ? 16 : 14} stroke={size === 'large' ? 1.6 : 1.75} aria-hidden="true" />
    </button>
  );
}
