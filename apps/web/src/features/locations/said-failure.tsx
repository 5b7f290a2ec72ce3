import { IconAlertCircle } from '@tabler/icons-react';
import { Row } from '../../ui/layout/row.tsx';
import classes from '../../ui/forms/form-failure.module.css';

/** A failure in words of its own, where the catalogue has none for it. */
export function SaidFailure({ children }: { children: string }) {
  return (
    <Row as="p" gap={8} className={classes.failure} role="alert">
      <IconAlertCircle size={16} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <span>{children}</span>
    </Row>
  );
}
