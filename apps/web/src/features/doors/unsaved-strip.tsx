import { Button } from '@mantine/core';
import type { Door } from '@sightline/contracts/doors/door';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { unsavedDoors } from './door-queries.ts';
import { DoorPicture } from './door-picture.tsx';
import classes from './doors.module.css';

/** So near to its end the strip asks for more. */
const nearPx = 400;

function UnsavedCard({ door, onAdd }: { door: Door; onAdd: (door: Door) => void }) {
  const { t } = useTranslation();
  const { cameraName, locationName, closePicture, timestamp, timeZone } = door;
  return (
    <li className={classes.card}>
      <DoorPicture url={closePicture} alt="" size="shot" />
      <bdi className={classes.cardName} title={cameraName}>
        {cameraName}
      </bdi>
      <span className={classes.cardPlace}>
        <bdi>{locationName}</bdi>
      </span>
      <span className={classes.cardPlace}>
        <Moment utcMs={timestamp} timeZone={timeZone} to="time" />
      </span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('doors.unsaved.addOf', { camera: cameraName })}
        onClick={() => onAdd(door)}
      >
        {t('doors.unsaved.add')}
      </Button>
    </li>
  );
}

/** Doors that cores found and nobody saved, side by side; nothing while there are none. */
export function UnsavedStrip({ onAdd }: { onAdd: (door: Door) => void }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(unsavedDoors());
  if (list.data === undefined)
    return (
      list.error !== null && (
        <ErrorState title={t('doors.unsaved.failed')} failure={list.error} onRetry={() => void list.refetch()} />
      )
    );
  const doors = list.data.pages.flatMap(({ items }) => items);
  const total = list.data.pages[0]?.total.value ?? 0;
  if (total === 0) return null;
  const more = (element: HTMLElement): void => {
    const leftPx = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft);
    if (leftPx < nearPx && list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  };
  return (
    <section className={classes.strip} aria-labelledby="unsaved-doors">
      <h2 id="unsaved-doors" className={classes.stripTitle}>
        {t('doors.unsaved.title')} <span className={classes.count}>{formatCount(total)}</span>
      </h2>
      <ul className={classes.cards} onScroll={(event) => more(event.currentTarget)}>
        {doors.map((door) => (
          <UnsavedCard key={door.id} door={door} onAdd={onAdd} />
        ))}
      </ul>
    </section>
  );
}
