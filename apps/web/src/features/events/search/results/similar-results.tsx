import type { Event } from '@sightline/contracts/events/event';
import { likenessWord } from '@sightline/domain/events/likeness';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../platform/i18n/format-number.ts';
import { formatTime } from '../../../../platform/i18n/format-time.ts';
import { leftToRight } from '../../../../platform/i18n/left-to-right.ts';
import { Row } from '../../../../ui/layout/row.tsx';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { useEventWords } from '../../facts/use-event-words.ts';
import { eventById, similarEvents } from '../../event-queries.ts';
import { EventThumbnail } from './event-thumbnail.tsx';
import type { EventFilters } from '../filters/event-filters.ts';
import { LoadingCards } from './loading-cards.tsx';
import { Failure } from './results.tsx';
import { ResultsGrid } from './results-grid.tsx';
import type { SearchRange } from '../search-range.ts';
import cards from './event-card.module.css';
import classes from './similar.module.css';
import results from './results.module.css';

interface SimilarResultsProps {
  request: { id: string; by: 'appearance' | 'face' };
  filters: EventFilters;
  range: SearchRange;
  openId: string | undefined;
  above: ReactNode;
  onBack: () => void;
  renderPreview: (event: Event) => ReactNode;
}

/** Events that look like one, most similar first, with what that means and what it does not. */
export function SimilarResults({ request, filters, range, openId, above, onBack, renderPreview }: SimilarResultsProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const answer = useQuery(similarEvents(request, filters, range));
  const found = (answer.data?.items ?? []).filter(({ event }) => event.id !== request.id);
  const isFace = request.by === 'face';
  const above1 = found.filter(({ isMatch }) => isMatch === true).length;
  const likenessOf = (index: number): ReactNode => {
    const item = found[index];
    if (!item) return null;
    return (
      <Row as="span" inline align="center" gap={4} className={cards.likeness} data-match={item.isMatch === true}>
        {t(`events.search.similar.${likenessWord(item, { isFace, class: item.event.class })}`)}
      </Row>
    );
  };
  return (
    <div className={results.scroller} ref={scroller} data-testid="similar-results">
      <div className={classes.above}>{above}</div>
      <Wanted id={request.id} isFace={isFace} onBack={onBack} />
      <Row wrap align="center" gap={12} className={results.head} role="status">
        {answer.data && (
          <>
            <strong>
              {t('events.search.similar.compared', {
                count: answer.data.compared,
                value: formatCount(answer.data.compared),
              })}
            </strong>
            {!answer.data.isComplete && <span className={results.meta}>{t('events.search.similar.tooMany')}</span>}
          </>
        )}
      </Row>
      {answer.data === undefined &&
        (answer.error === null ? (
          <LoadingCards />
        ) : (
          <Failure failure={answer.error} onRetry={() => void answer.refetch()} />
        ))}
      {answer.data && found.length === 0 && (
        <EmptyState title={t('events.search.similar.noneTitle')} text={t('events.search.similar.noneText')} />
      )}
      {found.length > 0 && (
        <ResultsGrid
          label={t('events.search.similar.label')}
          items={found.map(({ event }) => event)}
          total={found.length}
          openId={openId}
          scroller={scroller}
          renderPreview={renderPreview}
          likenessOf={likenessOf}
          lineAt={isFace ? above1 : null}
          line={t(above1 === 0 ? 'events.search.similar.noneMatch' : 'events.search.similar.line')}
        />
      )}
    </div>
  );
}

/** The event that is compared with, what by, and the way back. */
function Wanted({ id, isFace, onBack }: { id: string; isFace: boolean; onBack: () => void }) {
  const { t } = useTranslation();
  const words = useEventWords();
  const event = useQuery(eventById(id)).data;
  return (
    <Row as="section" wrap align="center" gap={16} rowGap={12} className={classes.wanted}>
      <span className={classes.picture}>{event && <EventThumbnail event={event} />}</span>
      <div className={classes.words}>
        <h2>{t(isFace ? 'events.search.similar.byFace' : 'events.search.similar.byAppearance')}</h2>
        {event && (
          <p>
            {words.kind(event)} · <bdi>{event.cameraName}</bdi> ·{' '}
            {leftToRight(formatTime(event.startedAtUtcMs, event.timeZone, 'seconds'))}
          </p>
        )}
        <p>{t(isFace ? 'events.search.similar.faceNote' : 'events.search.similar.appearanceNote')}</p>
      </div>
      <Button variant="default" leftSection={<IconX size={16} stroke={1.6} aria-hidden />} onClick={onBack}>
        {t('events.search.similar.back')}
      </Button>
    </Row>
  );
}
