import { IconVideo } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './entrances.module.css';

/** The last picture of the camera of an entrance, or that there is none. */
export function EntrancePicture({ posterUrl }: { posterUrl: string | null }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (posterUrl === null || posterUrl === brokenUrl)
    return (
      <span className={classes.noPicture}>
        <IconVideo size={16} stroke={1.6} aria-hidden="true" />
      </span>
    );
  return (
    <img className={classes.picture} src={posterUrl} alt="" loading="lazy" onError={() => setBrokenUrl(posterUrl)} />
  );
}
