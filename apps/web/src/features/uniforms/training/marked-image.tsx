import { Button } from '@mantine/core';
import type { TrainingImage } from '@sightline/contracts/uniforms/uniform';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { UniformPicture } from '../uniform-picture.tsx';
import type { Mark } from './use-marks.ts';
import classes from '../uniforms.module.css';

interface MarkedImageProps {
  image: TrainingImage;
  mark: Mark | undefined;
  onMark: (mark: Mark | undefined) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** An image with its two marks; the one that it has takes itself away. */
export function MarkedImage({ image, mark, onMark, onKeyDown }: MarkedImageProps) {
  const { t } = useTranslation();
  const { cameraName, startedAtUtcMs, timeZone } = image;
  const time = formatTime(startedAtUtcMs, timeZone, 'time');
  const choice = (one: Mark) => (
    <Button
      variant={mark === one ? 'filled' : 'default'}
      size="compact-sm"
      fullWidth
      aria-pressed={mark === one}
      aria-label={t(`uniforms.training.markOf.${one}`, { camera: cameraName, time })}
      onKeyDown={onKeyDown}
      onClick={() => onMark(mark === one ? undefined : one)}
    >
      {t(`uniforms.training.mark.${one}`)}
    </Button>
  );
  return (
    <li className={classes.mark} data-image={image.id} data-mark={mark}>
      <UniformPicture url={image.bestImage} />
      <span className={classes.where} title={`${cameraName} ${time}`}>
        <bdi>{cameraName}</bdi>
      </span>
      <span className={classes.choices}>
        {choice('same')}
        {choice('other')}
      </span>
    </li>
  );
}
