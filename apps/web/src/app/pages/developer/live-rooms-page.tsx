import type { LiveRoom, LiveSession } from '@sightline/contracts/live/live-room';
import { liveRoomsCalls } from '@sightline/contracts/live/live-rooms.api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeveloperSection } from '../../../features/developer/developer-section.tsx';
import { call, callQuery } from '../../../platform/api/client.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import classes from './developer.module.css';
import { LiveRoomSection } from './live-room-section.tsx';

const freshMs = 5_000;

/** What a question is about: a room, or one session of it. */
interface Ending {
  room: LiveRoom;
  session?: LiveSession;
}

/** Who watches which camera now, in all organizations, and the end of it. */
export function LiveRoomsPage() {
  const { t } = useTranslation();
  const [ending, setEnding] = useState<Ending | null>(null);
  const query = useQuery({ ...callQuery(liveRoomsCalls.listAll, {}), refetchInterval: freshMs });
  return (
    <DeveloperSection title={t('developer.menu.liveRooms')} query={query} isLive>
      {({ items }) => (
        <>
          <p className={classes.text}>{t('developer.liveRooms.note')}</p>
          {items.length === 0 && (
            <EmptyState title={t('developer.liveRooms.none')} text={t('developer.liveRooms.noneText')} />
          )}
          {items.map((room) => (
            <LiveRoomSection
              key={room.name}
              room={room}
              onRemove={() => setEnding({ room })}
              onClose={(session) => setEnding({ room, session })}
            />
          ))}
          {ending !== null && (
            <EndDialog {...ending} onEnded={() => void query.refetch()} onClose={() => setEnding(null)} />
          )}
        </>
      )}
    </DeveloperSection>
  );
}

function EndDialog({ room, session, onEnded, onClose }: Ending & { onEnded: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const camera = room.cameraName ?? t('developer.liveRooms.hiddenCamera');
  const person = session?.userName ?? t('developer.liveRooms.hiddenPerson');
  const end = () =>
    session
      ? call(liveRoomsCalls.closeAnySession, { params: { name: room.name, sessionId: session.id } })
      : call(liveRoomsCalls.removeAny, { params: { name: room.name } });
  return (
    <ConfirmDialog
      title={t(session ? 'developer.liveRooms.closeTitle' : 'developer.liveRooms.removeTitle')}
      text={
        session
          ? t('developer.liveRooms.closeText', { camera, person })
          : t('developer.liveRooms.removeText', { camera })
      }
      confirmLabel={t(session ? 'developer.liveRooms.close' : 'developer.liveRooms.remove')}
      onConfirm={async () => {
        await end();
        toastSuccess({ title: t(session ? 'developer.liveRooms.closed' : 'developer.liveRooms.removed') });
        onEnded();
      }}
      onClose={onClose}
    />
  );
}
