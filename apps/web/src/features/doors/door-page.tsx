import type { Door } from '@sightline/contracts/doors/door';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { EntityFailure } from '../../ui/pages/entity-failure.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { DoorHistory } from './door-history.tsx';
import { DoorPicture } from './door-picture.tsx';
import { doorById } from './door-queries.ts';
import { DoorStateNow } from './door-state.tsx';
import { RemoveDoor } from './remove-door.tsx';
import classes from './doors.module.css';

const AddDoorDialog = lazy(async () => ({ default: (await import('./add-door-dialog.tsx')).AddDoorDialog }));

/** One door: how it is, how it looks, how it was, and who came. */
export function DoorPage() {
  const { doorId } = useParams({ from: '/shell/organization/database-area/database/doors/$doorId' });
  const door = useQuery(doorById(doorId));
  if (door.data !== undefined && door.error?.code !== 'not_found') return <Shown key={doorId} door={door.data} />;
  if (door.error !== null) return <EntityFailure failure={door.error} onRetry={() => void door.refetch()} />;
  return <LoadingRows />;
}

function Looks({ door }: { door: Door }) {
  const { t } = useTranslation();
  const looks = [
    { key: 'closed', url: door.closePicture },
    { key: 'open', url: door.openPicture },
  ] as const;
  if (door.closeState === null) return null;
  return (
    <div className={classes.looks}>
      {looks.map(({ key, url }) => (
        <figure key={key} className={classes.look}>
          <DoorPicture url={url} alt={t(`doors.state.${key}`)} size="wide" />
          <figcaption className={classes.hint}>{t(`doors.page.${key}`)}</figcaption>
        </figure>
      ))}
    </div>
  );
}

function Shown({ door }: { door: Door }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'remove' | 'answer' | null>(null);
  const close = (): void => setOpen(null);
  const { name, cameraName, locationName, untold, isSaved } = door;
  const asks = untold === 'asksLooks' || !isSaved;
  return (
    <div className={classes.page}>
      <PageHeader
        title={name === '' ? t('doors.page.unnamed') : name}
        parents={[
          { key: 'database', link: <span>{t('shell.database.title')}</span> },
          { key: 'list', link: <Link to="/database/doors">{t('doors.list.title')}</Link> },
        ]}
      >
        <Button variant="default" onClick={() => setOpen('remove')}>
          {t('doors.remove.action')}
        </Button>
        {asks && (
          <Button onClick={() => setOpen('answer')}>{t(isSaved ? 'doors.list.answer' : 'doors.unsaved.add')}</Button>
        )}
      </PageHeader>
      <Section>
        {isSaved && <DoorStateNow door={door} />}
        <p className={classes.hint}>
          <bdi>{cameraName}</bdi> · <bdi>{locationName}</bdi>
        </p>
        {untold !== null && (
          <p className={classes.hint} role="status">
            {t(`doors.untoldText.${untold}`)}
          </p>
        )}
        {!asks && <Looks door={door} />}
      </Section>
      {isSaved && <DoorHistory door={door} />}
      {open === 'remove' && (
        <RemoveDoor door={door} onRemoved={() => void navigate({ to: '/database/doors' })} onClose={close} />
      )}
      {open === 'answer' && (
        <Suspense>
          <AddDoorDialog door={door} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
