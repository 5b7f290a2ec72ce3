import { useEffect, useState } from 'react';
import { MotionSearch } from '../../../features/events/motion/motion-search.tsx';
import { idsOf } from '../../../features/events/search/filters/event-filters.ts';
import type { SearchControl } from '../../../features/events/search/search-control.ts';
import { CorePicture } from './core-picture.tsx';
import { CorePictures } from './core-pictures.ts';
import classes from './search-page.module.css';

/** Motion search, with pictures of its moments straight from the core. */
export function MotionTab({ control }: { control: SearchControl }) {
  const cameraId = idsOf(control.address.camera)[0];
  const [pictures, setPictures] = useState<CorePictures | null>(null);
  useEffect(() => {
    if (cameraId === undefined) return;
    const made = new CorePictures(cameraId);
    made.start();
    setPictures(made);
    return () => {
      made.stop();
      setPictures(null);
    };
  }, [cameraId]);
  return (
    <div className={classes.motion} data-testid="motion-search">
      <MotionSearch
        control={control}
        renderMoment={(_camera, atUtcMs) => pictures && <CorePicture pictures={pictures} atUtcMs={atUtcMs} />}
      />
    </div>
  );
}
