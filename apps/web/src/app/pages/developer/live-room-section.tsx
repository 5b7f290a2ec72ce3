import { ActionIcon, Button } from '@mantine/core';
import type { LiveRoom, LiveSession } from '@sightline/contracts/live/live-room';
import { IconTrash, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatDuration } from '../../../platform/i18n/format-number.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { isolated } from './cells.tsx';
import classes from './developer.module.css';

interface LiveRoomSectionProps {
  room: LiveRoom;
  onRemove: () => void;
  onClose: (session: LiveSession) => void;
}

/** One camera that is watched, and everybody who watches it. */
export function LiveRoomSection({ room, onRemove, onClose }: LiveRoomSectionProps) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(1000);
  const camera = room.cameraName ?? t('developer.liveRooms.hiddenCamera');
  const personOf = ({ userName }: LiveSession): string => userName ?? t('developer.liveRooms.hiddenPerson');
  const wayOf = ({ transport }: LiveSession): string =>
    transport === null ? t('developer.liveRooms.connecting') : t(`live.path.${transport}`);
  const closeCell = (session: LiveSession) => (
    <ActionIcon
      aria-label={t('developer.liveRooms.closeOf', { person: personOf(session) })}
      onClick={() => onClose(session)}
    >
      <IconX size={18} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
  return (
    <section aria-label={camera}>
      <Row as="header" wrap align="center" justify="between" gap={12} className={classes.room}>
        <div>
          <h2>
            <bdi>{camera}</bdi>
          </h2>
          <p>
            {[room.organizationName, room.edgeName]
              .filter((name) => name !== null)
              .map((name) => (
                <bdi key={name}>{name}</bdi>
              ))}
            <span>{t('developer.liveRooms.count', { count: room.sessions.length })}</span>
          </p>
        </div>
        <Button
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
          onClick={onRemove}
        >
          {t('developer.liveRooms.remove')}
        </Button>
      </Row>
      <PlainTable
        label={camera}
        rows={room.sessions}
        rowKey={({ id }) => id}
        columns={[
          { id: 'person', header: t('developer.liveRooms.person'), cell: (session) => isolated(personOf(session)) },
          {
            id: 'since',
            header: t('developer.liveRooms.since'),
            isNumber: true,
            cell: ({ sinceAt }) => formatDuration(Math.max(0, nowUtcMs - sinceAt)),
          },
          { id: 'way', header: t('developer.liveRooms.way'), cell: wayOf },
          {
            id: 'picture',
            header: t('developer.liveRooms.picture'),
            cell: ({ originals }) => t(originals ? 'developer.liveRooms.original' : 'developer.liveRooms.usual'),
          },
          { id: 'close', header: t('developer.liveRooms.actions'), cell: closeCell },
        ]}
      />
    </section>
  );
}
