import type { Event } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../../platform/api/client.ts';
import { patchCached } from '../../../../platform/api/cached-items.ts';
import { useNow } from '../../../../platform/clock/use-now.ts';
import { useIsWithheld } from '../../facts/use-is-withheld.ts';
import { pictureState } from '../../facts/picture-state.ts';
import { classNames } from '../../../../ui/layout/layout-parts.ts';
import { Stack } from '../../../../ui/layout/stack.tsx';
import tile from '../../../../ui/pictures/picture-tile.module.css';
import classes from './event-card.module.css';

const askEveryMs = 3000;

/** The picture of an event: waits for one that is on its way, and renews an address whose signature has ended. */
export function EventThumbnail({ event }: { event: Event }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const url = event.thumbnails.object;
  if (url === null || url === brokenUrl) return <NoPicture key={url} event={event} />;
  return (
    <>
      <img className={classes.backdrop} src={url} alt="" loading="lazy" decoding="async" />
      <img
        className={classNames(tile.image, classes.image)}
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBrokenUrl(url)}
      />
    </>
  );
}

const words = {
  // An address that has ended, until the new one is there.
  there: 'events.search.card.noPicture',
  coming: 'events.search.card.pictureComing',
  lost: 'events.search.card.pictureLost',
  none: 'events.search.card.noPicture',
  withheld: 'events.search.card.pictureWithheld',
} as const;

function NoPicture({ event }: { event: Event }) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(askEveryMs);
  const known = pictureState(event, nowUtcMs);
  const isWithheld = useIsWithheld(event.thumbnails.object);
  const state = isWithheld === true ? 'withheld' : known;
  const isOnItsWay = state === 'coming';
  useQuery({
    queryKey: [...callKey(eventsCalls.get, { params: { id: event.id } }), 'picture', event.thumbnails.object],
    // An address that was refused for what the picture shows is not asked for anew.
    enabled: isOnItsWay || (state === 'there' && isWithheld === false),
    refetchInterval: isOnItsWay ? askEveryMs : false,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { thumbnails, lostThumbnails } = await call(eventsCalls.get, { params: { id: event.id } }, { signal });
      if (thumbnails.object !== null || lostThumbnails.includes('object')) {
        const at = { lists: callKey(eventsCalls.list), one: callKey(eventsCalls.get), id: event.id };
        patchCached<Event>(at, (item) => ({ ...item, thumbnails, lostThumbnails }));
      }
      return thumbnails;
    },
  });
  return (
    <Stack as="span" justify="center" gap={4} className={classes.noImage}>
      <IconPhotoOff size={20} stroke={1.5} aria-hidden="true" />
      {t(words[state])}
    </Stack>
  );
}
