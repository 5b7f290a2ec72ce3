import { lazy, Suspense, type ComponentProps } from 'react';
import { Skeleton } from '../states/skeleton.tsx';

const PointPicker = lazy(async () => ({ default: (await import('./point-picker.tsx')).PointPicker }));

/** The small map of {@link PointPicker}, fetched when a form shows it. */
export function LatePointPicker(props: ComponentProps<typeof PointPicker>) {
  return (
    <Suspense fallback={<Skeleton width="100%" height="326px" />}>
      <PointPicker {...props} />
    </Suspense>
  );
}
