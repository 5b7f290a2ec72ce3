import type { Event } from '@sightline/contracts/events/event';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EventClassIcon } from '../facts/event-class-icon.tsx';
import classes from './events-panel.module.css';

/** The thing itself, cut out; its sign until the picture is there. */
export function RowPicture({ event }: { event: Event }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const { t } = useTranslation();
  const url = event.thumbnails.object;
  if (url === null && event.lostThumbnails.includes('object')) {
    return (
      <span title={t('events.search.card.pictureLost')}>
        <EventClassIcon kind={event.class} size={20} />
      </span>
    );
  }
  if (url === null || url === brokenUrl) return <EventClassIcon kind={event.class} size={20} />;
  return (
    <img className={classes.image} src={url} alt="" loading="lazy" decoding="async" onError={() => setBrokenUrl(url)} />
  );
}
