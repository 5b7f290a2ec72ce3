import { IconShirt } from '@tabler/icons-react';
import classes from './uniforms.module.css';

/** Picture of somebody in a uniform, or a sign where there is none. What is beside it says what it is. */
export function UniformPicture({ url }: { url: string | null }) {
  return (
    <span className={classes.picture}>
      {url === null ? <IconShirt size={32} stroke={1.4} aria-hidden="true" /> : <img src={url} alt="" loading="lazy" />}
    </span>
  );
}
