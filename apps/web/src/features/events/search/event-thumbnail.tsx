import type { Event } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callKey, callQuery } from '../../../platform/api/client.ts';
import { patchCached } from '../../../platform/api/cached-items.ts';
import classes from './event-card.module.css';

/** A picture follows its event within seconds; after that none is expected. */
const pictureWithinMs = 60_000;
const askEveryMs = 3000;

/** The picture of an event: waits for one that is on its way, and renews an address whose signature has ended. */
export function EventThumbnail({ event }: { event: Event }) {
  const { t } = useTranslation();
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const url = event.thumbnails.object;
  const isBroken = url !== null && url === brokenUrl;
  const isOnItsWay = url === null && Date.now() - event.receivedAtUtcMs < pictureWithinMs;
  const renew = callQuery(eventsCalls.get, { params: { id: event.id } });
  useQuery({
    queryKey: [...renew.queryKey, 'picture', brokenUrl],
    enabled: isBroken || isOnItsWay,
    refetchInterval: isOnItsWay ? askEveryMs : false,
    gcTime: 0,
    queryFn: async (context) => {
      const fresh = await (renew.queryFn as (context: unknown) => Promise<Event>)(context);
      const { thumbnails } = fresh;
      if (thumbnails.object !== null) patchCached<Event>({ lists: callKey(eventsCalls.list), one: callKey(eventsCalls.get), id: event.id }, (item) => ({ ...item, thumbnails }));
      return thumbnails.object;
    },
  });
  if (url !== null && !isBroken) return <img className={classes.image} src={url} alt="" loading="lazy" decoding="async" onError={() => setBrokenUrl(url)} />;
  return (
    <span className={classes.noImage}>
      <IconPhotoOff size={20} stroke={1.5} aria-hidden="true" />
      {t(isOnItsWay ? 'events.search.card.pictureComing' : 'events.search.card.noPicture')}
    </span>
  );
}
