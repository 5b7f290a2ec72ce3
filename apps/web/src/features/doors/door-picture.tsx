import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { classNames } from '../../ui/layout/layout-parts.ts';
import classes from './doors.module.css';

interface DoorPictureProps {
  url: string | null;
  alt: string;
  size: 'small' | 'shot' | 'wide';
}

/** A picture of a door, or that there is none. */
export function DoorPicture({ url, alt, size }: DoorPictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const shape = classNames(classes.picture, classes[size]);
  if (url === null || url === brokenUrl)
    return (
      <span className={shape}>
        <IconPhotoOff size={16} stroke={1.6} aria-hidden="true" />
      </span>
    );
  return <img className={shape} src={url} alt={alt} loading="lazy" onError={() => setBrokenUrl(url)} />;
}
