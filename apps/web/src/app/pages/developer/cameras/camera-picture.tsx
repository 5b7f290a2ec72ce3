import type { Camera } from '@sightline/contracts/cameras/camera';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../developer.module.css';

/** The newest picture of a camera with something drawn over it, in its own proportions. Never mirrored. */
export function CameraPicture({ camera, children }: { camera: Camera; children: ReactNode }) {
  const { t } = useTranslation();
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const format = camera.streams.find(({ kind }) => kind === 'main')?.format ?? null;
  const hasPicture = camera.posterUrl !== null && camera.posterUrl !== brokenUrl;
  return (
    <div
      className={classes.scene}
      dir="ltr"
      style={{ aspectRatio: format === null ? 16 / 9 : format.width / format.height }}
    >
      {hasPicture && (
        <img
          className={classes.sceneImage}
          src={camera.posterUrl ?? ''}
          alt=""
          onError={() => setBrokenUrl(camera.posterUrl)}
        />
      )}
      {!hasPicture && (
        <span className={classes.scenePlain} dir="auto">
          {t('developer.noPicture')}
        </span>
      )}
      {children}
    </div>
  );
}
