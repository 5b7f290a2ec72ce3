import { lazy, Suspense, type ComponentProps } from 'react';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';

const WorldMap = lazy(async () => ({ default: (await import('./world-map.tsx')).WorldMap }));

/** The map of {@link WorldMap}, fetched when its page shows it. */
export function LateWorldMap(props: ComponentProps<typeof WorldMap>) {
  return (
    <Suspense fallback={<LoadingRows />}>
      <WorldMap {...props} />
    </Suspense>
  );
}
