import { lazy, Suspense, type ComponentProps } from 'react';
import type * as Select from './camera-select.tsx';
import classes from './camera-filter.module.css';

const CameraSelect = lazy(async () => ({ default: (await import('./camera-select.tsx')).CameraSelect }));

/** Narrows a list to one camera, which is found by its name. A field with a list weighs more than the list that it narrows: it comes after it. */
export function CameraFilter(props: ComponentProps<typeof Select.CameraSelect>) {
  return (
    <Suspense fallback={<div className={classes.camera} />}>
      <CameraSelect {...props} />
    </Suspense>
  );
}
