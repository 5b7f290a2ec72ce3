import { useRef, useState, type ReactNode } from 'react';
import { crossesItself } from '@sightline/domain/cameras/polygon';
import { useTranslation } from 'react-i18next';
import type { Area } from './area.ts';
import type { Corner } from './area-corners.ts';
import { AreaHandles } from './area-handles.tsx';
import classes from './area-picture.module.css';

interface AreaPictureProps {
  areas: readonly Area[];
  /** Index of the area whose corners can be moved. */
  markedIdx: number | null;
  nameOf: (area: Area) => string;
  posterUrl: string | null;
  /** Width by height of the camera's picture. */
  aspectRatio: number;
  /** Moving pictures, drawn instead of the poster. */
  live: ReactNode;
  chosenCorner: number | null;
  onMark: (index: number) => void;
  onChooseCorner: (index: number) => void;
  onPoints: (points: Corner[], mark?: string) => void;
}

const inHundredths = (points: readonly Corner[]): string => points.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ');

/** The camera's picture with its areas; the corners of the marked one can be moved by pointer and keys. Never mirrored. */
export function AreaPicture(props: AreaPictureProps) {
  const { areas, markedIdx, nameOf, posterUrl, aspectRatio, live, chosenCorner, onMark, onChooseCorner, onPoints } =
    props;
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const hasPicture = posterUrl !== null && posterUrl !== brokenUrl;
  const marked = markedIdx === null ? undefined : areas[markedIdx];
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
          {t('cameraEdit.areas.noPicture')}
        </span>
      )}
      {live !== null && <div className={classes.live}>{live}</div>}
      <svg className={classes.shapes} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {areas.map((area, index) => (
          <polygon
            key={area.id}
            className={classes.shape}
            data-group={area.group}
            data-severity={area.group === 'zone' ? area.severity : undefined}
            data-chosen={index === markedIdx}
            data-crossing={crossesItself(area.points)}
            points={inHundredths(area.points)}
            onPointerDown={() => onMark(index)}
          />
        ))}
      </svg>
      {marked && (
        <AreaHandles
          key={marked.id}
          points={marked.points}
          name={nameOf(marked)}
          place={place}
          chosenCorner={chosenCorner}
          onChooseCorner={onChooseCorner}
          onPoints={onPoints}
        />
      )}
    </div>
  );
}
