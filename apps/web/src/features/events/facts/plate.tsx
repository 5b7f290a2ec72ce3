import classes from './facts.module.css';

/** A number plate: always left to right. */
export function Plate({ text, isOnVideo = false }: { text: string; isOnVideo?: boolean }) {
  return (
    <bdi dir="ltr" className={classes.plate} data-video={isOnVideo}>
      {text}
    </bdi>
  );
}
