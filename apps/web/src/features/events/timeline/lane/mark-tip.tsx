import type { EventMark } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../platform/api/client.ts';
import { clockLength, formatCount } from '../../../../platform/i18n/format-number.ts';
import { Row } from '../../../../ui/layout/row.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import { EventPicture } from '../../facts/event-picture.tsx';
import { useEventWords } from '../../facts/use-event-words.ts';
import { ClassShape } from '../class-shape-icon.tsx';
import classes from './mark-tip.module.css';

const restMs = 120;
const pictureStaleMs = 4 * 60_000;
const kinds = ['person', 'vehicle', 'animal'] as const;

/** Marks that lie under one pointer, and the zone in which they are told. */
export interface LaneTipProps {
  /** In order of their start; at least one. */
  marks: readonly EventMark[];
  timeZone: string;
}

/** What is said of the marks under a pointer. */
export function LaneTip({ marks, timeZone }: LaneTipProps) {
  const [first] = marks;
  return marks.length === 1 && first ? (
    <MarkTip mark={first} timeZone={timeZone} />
  ) : (
    <ClusterTip marks={marks} timeZone={timeZone} />
  );
}

/** What one mark is: its picture, class, time, how long, how serious. */
function MarkTip({ mark, timeZone }: { mark: EventMark; timeZone: string }) {
  const { t } = useTranslation();
  const words = useEventWords();
  const [rested] = useDebouncedValue(mark.id, restMs);
  // Whoever may not search events still sees what the timeline says of them.
  const { data } = useQuery({
    ...callQuery(eventsCalls.get, { params: { id: mark.id } }),
    enabled: rested === mark.id,
    staleTime: pictureStaleMs,
    retry: false,
  });
  const picture = data?.thumbnails.object ?? null;
  const isOpen = mark.endedAtUtcMs === null;
  return (
    <div className={classes.tip} dir="auto">
      {picture !== null && <EventPicture className={classes.picture} src={picture} alt="" />}
      <Row as="span" inline align="center" gap={6} className={classes.what}>
        <ClassShape kind={mark.class} />
        <b>{words.kind(mark)}</b>
        {mark.severity !== 'info' && <span data-severity={mark.severity}>{words.severity(mark)}</span>}
      </Row>
      <span className={classes.when}>
        <Moment utcMs={mark.startedAtUtcMs} timeZone={timeZone} />
        {' · '}
        {isOpen ? (
          t('events.timeline.goesOn')
        ) : (
          <bdi dir="ltr">{clockLength(mark.endedAtUtcMs! - mark.startedAtUtcMs)}</bdi>
        )}
      </span>
    </div>
  );
}

/** What several events in one sign are: how many of each class, and when. */
function ClusterTip({ marks, timeZone }: LaneTipProps) {
  const { t } = useTranslation();
  const first = marks[0]!;
  const last = marks.at(-1)!;
  return (
    <div className={classes.tip} dir="auto">
      {kinds.map((kind) => {
        const count = marks.filter((mark) => mark.class === kind).length;
        return count === 0 ? null : (
          <Row as="span" inline align="center" gap={6} key={kind} className={classes.what}>
            <ClassShape kind={kind} />
            <b>{t(`events.timeline.count.${kind}`, { count, shown: formatCount(count) })}</b>
          </Row>
        );
      })}
      <span className={classes.when}>
        <Moment utcMs={first.startedAtUtcMs} timeZone={timeZone} />
        {' – '}
        <Moment utcMs={last.startedAtUtcMs} timeZone={timeZone} />
      </span>
      <span className={classes.when}>{t('events.timeline.apart')}</span>
    </div>
  );
}
