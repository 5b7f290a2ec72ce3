import { lazy, Suspense } from 'react';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

const UnsavedDialog = lazy(async () => ({ default: (await import('./unsaved-dialog.tsx')).UnsavedDialog }));

/** Put into a form: asks before its unsaved changes are lost. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  const { isAsking, stay, leave } = useUnsavedGuard(isDirty);
  if (!isAsking) return null;
  return (
    <Suspense>
      <UnsavedDialog onStay={stay} onLeave={leave} />
    </Suspense>
  );
}
