import { useRef, type ReactNode } from 'react';
import { crossesItself } from '@sightline/domain/cameras/polygon';
import { useTranslation } from 'react-i18next';
import type { Area } from './area.ts';
import { CornerHandles } from '../../../ui/drawing/corner-handles.tsx';
import { areaForm, type Corner } from '../../../ui/drawing/corners.ts';
import { DrawingPlace } from '../../../ui/drawing/drawing-place.tsx';
import drawing from '../../../ui/drawing/drawing.module.css';
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
  const marked = markedIdx === null ? undefined : areas[markedIdx];
  return (
    <DrawingPlace
      place={place}
      posterUrl={posterUrl}
      aspectRatio={aspectRatio}
      live={live}
      empty={t('cameraEdit.areas.noPicture')}
    >
      <svg className={drawing.shapes} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
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
        <CornerHandles
          key={marked.id}
          points={marked.points}
          form={areaForm}
          nameOf={({ x, y }, index) =>
            t('cameraEdit.areas.corner', {
              number: index + 1,
              count: marked.points.length,
              area: nameOf(marked),
              x: Math.round(x * 100),
              y: Math.round(y * 100),
            })
          }
          place={place}
          chosenCorner={chosenCorner}
          onChooseCorner={onChooseCorner}
          onPoints={onPoints}
        />
      )}
    </DrawingPlace>
  );
}
