import { lazy, Suspense, type ComponentProps } from 'react';

const PointPicker = lazy(async () => ({ default: (await import('./point-picker.tsx')).PointPicker }));

/** The small map of {@link PointPicker}, fetched when a form shows it. */
export function LatePointPicker(props: ComponentProps<typeof PointPicker>) {
  return (
    <Suspense fallback={null}>
      <PointPicker {...props} />
    </Suspense>
  );
}
