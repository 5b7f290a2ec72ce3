import { lazy, Suspense } from 'react';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

const UnsavedDialog = lazy(async () => ({ default: (await import('./unsaved-dialog.tsx')).UnsavedDialog }));

interface UnsavedGuardProps {
  isDirty: () => boolean;
  /** Part of the page's address that chooses another form. */
  part?: string;
}

/** Put into a form: asks before its unsaved changes are lost. */
export function UnsavedGuard({ isDirty, part }: UnsavedGuardProps) {
  const { isAsking, stay, leave } = useUnsavedGuard(isDirty, part);
  if (!isAsking) return null;
  return (
    <Suspense>
      <UnsavedDialog onStay={stay} onLeave={leave} />
    </Suspense>
  );
}
