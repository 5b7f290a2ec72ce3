import { useState, type ReactNode, type RefObject } from 'react';
import classes from './drawing.module.css';

interface DrawingPlaceProps {
  place: RefObject<HTMLDivElement | null>;
  posterUrl: string | null;
  /** Width by height of the picture. */
  aspectRatio: number;
  /** Moving pictures, drawn instead of the poster. */
  live: ReactNode;
  /** What is said where there is no picture. */
  empty: string;
  /** What is drawn upon the picture. */
  children: ReactNode;
}

/** A camera's picture to draw upon. Never mirrored. */
export function DrawingPlace({ place, posterUrl, aspectRatio, live, empty, children }: DrawingPlaceProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const hasPicture = posterUrl !== null && posterUrl !== brokenUrl;
  return (
    <div ref={place} className={classes.place} dir="ltr" style={{ aspectRatio }} data-testid="zone-picture">
      {hasPicture && (
        <img
          className={classes.image}
          src={posterUrl}
          alt=""
          draggable={false}
          onError={() => setBrokenUrl(posterUrl)}
        />
      )}
      {!hasPicture && live === null && (
        <span className={classes.noImage} dir="auto">
          {empty}
        </span>
      )}
      {live !== null && <div className={classes.live}>{live}</div>}
      {children}
    </div>
  );
}
