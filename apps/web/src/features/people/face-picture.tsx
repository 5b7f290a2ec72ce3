import { IconUser } from '@tabler/icons-react';
import classes from './people.module.css';

/** Picture of a face, or a sign where there is none. The name beside it says whose it is. */
export function FacePicture({ url }: { url: string | null }) {
  return (
    <span className={classes.face}>
      {url === null ? <IconUser size={32} stroke={1.4} aria-hidden="true" /> : <img src={url} alt="" loading="lazy" />}
    </span>
  );
}
