import type { Event } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { ActionIcon, Button, CopyButton } from '@mantine/core';
import { IconCheck, IconFaceId, IconLink, IconPlayerPlayFilled, IconUserScan, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { refreshSoon } from '../../../platform/api/cached-items.ts';
import { callKey } from '../../../platform/api/client.ts';
import { onEvent } from '../../../platform/realtime/event-bus.ts';
import { Ellipsis } from '../../../ui/layout/ellipsis.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { EventClassIcon } from '../facts/event-class-icon.tsx';
import { useEventWords } from '../facts/use-event-words.ts';
import { eventById } from '../event-queries.ts';
import { knownEvent } from './known-event.ts';
import { EventFacts } from './event-facts.tsx';
import classes from './event-detail.module.css';

interface EventDetailProps {
  id: string;
  onClose: () => void;
  onSimilar: (event: Event, by: 'appearance' | 'face') => void;
  /** The large picture with the way that the thing went. */
  renderStage: (event: Event) => ReactNode;
}

/** Facts of one event, and what can be done with it. */
export function EventDetail({ id, onClose, onSimilar, renderStage }: EventDetailProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const panel = useRef<HTMLElement>(null);
  const event = useQuery({ ...eventById(id), placeholderData: () => knownEvent(client, id) });
  useEffect(() => panel.current?.focus({ preventScroll: true }), [id]);
  useEffect(
    () =>
      onEvent('events.revised', ({ events }) => {
        if (events.some((mark) => mark.id === id)) refreshSoon(callKey(eventsCalls.get, { params: { id } }));
      }),
    [id],
  );
  return (
    <aside
      ref={panel}
      className={classes.panel}
      tabIndex={-1}
      aria-label={t('events.search.detail.title')}
      data-testid="event-detail"
    >
      {event.data ? (
        <>
          <Head event={event.data} onClose={onClose} />
          <Stack gap={16} className={classes.body}>
            <div className={classes.stage} key={id}>
              {renderStage(event.data)}
            </div>
            {event.data.thumbnails.object === null && event.data.lostThumbnails.includes('object') && (
              <p className={classes.note}>{t('events.search.card.pictureLost')}</p>
            )}
            <Actions event={event.data} onSimilar={onSimilar} />
            <EventFacts event={event.data} />
          </Stack>
        </>
      ) : (
        <>
          <Row as="header" align="center" gap={8} className={classes.head}>
            <h2>{t('events.search.detail.title')}</h2>
            <CloseButton onClose={onClose} />
          </Row>
          {event.error === null ? <Waiting /> : <NotThere failure={event.error} onRetry={() => void event.refetch()} />}
        </>
      )}
    </aside>
  );
}

function Head({ event, onClose }: { event: Event; onClose: () => void }) {
  const words = useEventWords();
  return (
    <Row as="header" align="center" gap={8} className={classes.head}>
      <EventClassIcon kind={event.class} size={20} />
      <h2>{words.kind(event)}</h2>
      <Ellipsis className={classes.where}>{event.cameraName}</Ellipsis>
      <CloseButton onClose={onClose} />
    </Row>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <ActionIcon className={classes.close} aria-label={t('common.actions.close')} onClick={onClose}>
      <IconX size={20} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  );
}

function Actions({ event, onSimilar }: Pick<EventDetailProps, 'onSimilar'> & { event: Event }) {
  const { t } = useTranslation();
  const address = `${window.location.origin}/search?event=${event.id}`;
  return (
    <Row wrap gap={8}>
      {event.can.playback ? (
        <Button
          leftSection={<IconPlayerPlayFilled size={16} aria-hidden="true" />}
          renderRoot={(props) => (
            <Link
              to="/camera/$cameraId"
              params={{ cameraId: event.cameraId }}
              search={{ at: String(event.startedAtUtcMs) }}
              {...props}
            />
          )}
        >
          {t('events.search.detail.play')}
        </Button>
      ) : (
        <p className={classes.note}>{t('events.search.detail.noPlayback')}</p>
      )}
      {event.similarBy.includes('appearance') && (
        <Button
          variant="default"
          leftSection={<IconUserScan size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => onSimilar(event, 'appearance')}
        >
          {t('events.search.detail.similar')}
        </Button>
      )}
      {event.similarBy.includes('face') && (
        <Button
          variant="default"
          leftSection={<IconFaceId size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => onSimilar(event, 'face')}
        >
          {t('events.search.detail.similarFace')}
        </Button>
      )}
      <CopyButton value={address} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            aria-live="polite"
            leftSection={
              copied ? (
                <IconCheck size={16} stroke={1.6} aria-hidden="true" />
              ) : (
                <IconLink size={16} stroke={1.6} aria-hidden="true" />
              )
            }
            onClick={copy}
          >
            {t(copied ? 'common.actions.copied' : 'events.search.detail.copyLink')}
          </Button>
        )}
      </CopyButton>
    </Row>
  );
}

function Waiting() {
  return (
    <Stack gap={16} className={classes.body}>
      <div className={classes.stage} />
      <Skeleton width="70%" height="12px" />
      <Skeleton width="50%" height="12px" />
      <Skeleton width="60%" height="12px" />
    </Stack>
  );
}

function NotThere({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const isGone = ['not_found', 'forbidden', 'validation_failed', 'bad_request'].includes(toApiError(failure).code);
  if (isGone)
    return <EmptyState title={t('events.search.detail.goneTitle')} text={t('events.search.detail.goneText')} />;
  return <ErrorState title={t('events.search.detail.failed')} failure={failure} onRetry={onRetry} />;
}
