import type { DefinedZone } from '@sightline/contracts/cameras/camera-analysis';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Corner } from './zone-corners.ts';
import { ZoneCorners } from './zone-handles.tsx';
import classes from './zone-picture.module.css';

interface ZonePictureProps {
  zones: readonly DefinedZone[];
  chosen: DefinedZone | undefined;
  posterUrl: string | null;
  onChoose: (id: string) => void;
  onPoints: (points: Corner[]) => void;
}

const inHundredths = (points: readonly Corner[]): string => points.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ');

/** The camera's last picture with its zones; the corners of the chosen one can be moved by pointer and keys. Never mirrored. */
export function ZonePicture({ zones, chosen, posterUrl, onChoose, onPoints }: ZonePictureProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const hasPicture = posterUrl !== null && posterUrl !== brokenUrl;
  return (
    <div className={classes.editor}>
      <div ref={place} className={classes.place} dir="ltr" data-testid="zone-picture">
        {hasPicture ? (
          <img className={classes.image} src={posterUrl} alt="" draggable={false} onError={() => setBrokenUrl(posterUrl)} />
        ) : (
          <span className={classes.noImage} dir="auto">
            {t('cameras.analysis.zone.noPicture')}
          </span>
        )}
        <svg className={classes.shapes} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {zones.map((zone) => (
            <polygon
              key={zone.id}
              className={classes.shape}
              data-severity={zone.severity}
              data-chosen={zone.id === chosen?.id}
              points={inHundredths(zone.points)}
              onPointerDown={() => onChoose(zone.id)}
            />
          ))}
        </svg>
        {chosen && <ZoneCorners key={chosen.id} zone={chosen} place={place} onPoints={onPoints} />}
      </div>
      <p className={classes.help}>{t('cameras.analysis.zone.help')}</p>
    </div>
  );
}
