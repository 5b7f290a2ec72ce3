import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { Holding } from './group-grants.ts';
import classes from './holding-mark.module.css';

/** Sign of how a permission is held: filled check, soft check, outlined dash for "some below", empty frame, and a bare dash where it cannot be given. */
export function HoldingMark({ holding, isBelow }: { holding: Holding; isBelow: boolean }) {
  const how = holding.how === 'none' && isBelow ? 'mixed' : holding.how;
  return (
    <span className={classes.mark} data-how={how} aria-hidden="true">
      {(how === 'own' || how === 'inherited') && <IconCheck size={16} stroke={1.6} aria-hidden="true" />}
      {(how === 'mixed' || how === 'unfit') && <IconMinus size={16} stroke={1.6} aria-hidden="true" />}
    </span>
  );
}
