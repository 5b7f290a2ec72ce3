import type { Camera } from '@sightline/contracts/cameras/camera';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './camera-page.module.css';

/** The way back to the site, where the picture covers the head of the page. */
export function BackLink({ camera }: { camera: Camera }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/location/list"
      search={{ site: camera.locationId }}
      className={classes.back}
      aria-label={t('cameras.neighbour.back', { site: camera.locationName })}
    >
      <IconArrowLeft size={20} stroke={1.5} aria-hidden />
    </Link>
  );
}
