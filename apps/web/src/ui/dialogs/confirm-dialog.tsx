import { lazy, Suspense } from 'react';
import type { ConfirmDialogProps } from './confirm-dialog-body.tsx';

const ConfirmDialogBody = lazy(async () => ({
  default: (await import('./confirm-dialog-body.tsx')).ConfirmDialogBody,
}));

/** Asks before something that cannot be undone; what draws dialogs is fetched when one is opened. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Suspense>
      <ConfirmDialogBody {...props} />
    </Suspense>
  );
}
