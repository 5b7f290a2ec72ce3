import { lazy, Suspense, type ReactNode } from 'react';
import { Row } from '../layout/row.tsx';
import type { DialogProps } from './dialog-window.tsx';
import classes from './dialog.module.css';

const DialogWindow = lazy(async () => ({ default: (await import('./dialog-window.tsx')).DialogWindow }));

/** A dialog: title and cross above, body, and its actions at the foot through {@link DialogActions}. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  );
}

/** Foot of a dialog: actions at the end, the primary one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <Row wrap justify="end" gap={8} className={classes.actions}>
      {children}
    </Row>
  );
}
