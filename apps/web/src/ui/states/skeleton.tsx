import classes from './states.module.css';

interface SkeletonProps {
  /** CSS lengths. */
  width: string;
  height: string;
}

/** A grey block in the place and size of what will come. */
export function Skeleton({ width, height }: SkeletonProps) {
  return (
    <span
      className={`${classes.block} ${classes.delayed}`}
      style={{ inlineSize: width, blockSize: height }}
      aria-hidden="true"
    />
  );
}
