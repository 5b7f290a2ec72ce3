import type { ReactNode } from 'react';
import classes from './facts-strip.module.css';

interface FactProps {
  figure: ReactNode;
  unit?: string;
  detail: ReactNode;
  /** It needs somebody. */
  isWarning?: boolean;
  /** A phone leaves it out: when it needs somebody it is told below. */
  isMinor?: boolean;
}

/** One figure with what it is of. */
export function Fact({ figure, unit, detail, isWarning = false, isMinor = false }: FactProps) {
  return (
    <div className={classes.fact} data-warning={isWarning} data-minor={isMinor}>
      <p>
        <span className={classes.figure}>{figure}</span>
        {unit !== undefined && <span className={classes.unit}> {unit}</span>}
      </p>
      <p className={classes.detail}>{detail}</p>
    </div>
  );
}
