import type { Event } from '@sightline/contracts/events/event';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../../platform/api/api-error.ts';
import { formatCount } from '../../../../platform/i18n/format-number.ts';
import { Row } from '../../../../ui/layout/row.tsx';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { eventPages } from '../../event-queries.ts';
import type { EventFilters } from '../filters/event-filters.ts';
import { LoadingCards } from './loading-cards.tsx';
import { ResultsGrid } from './results-grid.tsx';
import type { SearchRange } from '../search-range.ts';
import { useNewEvents } from './use-new-events.ts';
import classes from './results.module.css';

interface ResultsProps {
  filters: EventFilters;
  range: SearchRange;
  openId: string | undefined;
  /** Stands above the results and scrolls away with them. */
  above: ReactNode;
  /** Said when nothing was found; for instance that no model is installed. */
  why: ReactNode;
  /** Takes the filters away; undefined while there are none. */
  onClear: (() => void) | undefined;
  onUnsure: () => void;
  renderPreview: (event: Event) => ReactNode;
}

/** Events that match: count, cards, and what came since. */
export function Results({ filters, range, openId, above, why, onClear, onUnsure, renderPreview }: ResultsProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const pages = useInfiniteQuery(eventPages(filters, range));
  const isBusy = (): boolean => {
    const place = scroller.current;
    return place !== null && (place.scrollTop > 4 || place.querySelector('ul:hover, ul:focus-within') !== null);
  };
  const updates = useNewEvents({ filters, range, isBusy });
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const total = pages.data?.pages[0]?.total;
  const loadMore = (): void => {
    if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
  };
  const letIn = (): void => {
    updates.letIn();
    scroller.current?.scrollTo({ top: 0 });
  };
  return (
    <div className={classes.scroller} ref={scroller} data-testid="search-results">
      {above}
      <Row wrap align="center" gap={12} className={classes.head} role="status">
        {total && (
          <strong>
            {total.relation === 'exact'
              ? t('events.search.results.total', { count: total.value, value: formatCount(total.value) })
              : t('events.search.results.atLeast', { value: formatCount(total.value) })}
          </strong>
        )}
        {total && filters.isSure && <span className={classes.meta}>{t('events.search.results.sureOnly')}</span>}
        {updates.count > 0 && (
          <button type="button" className={classes.updates} onClick={letIn} data-testid="new-events">
            {t('events.search.results.new', { count: updates.count, value: formatCount(updates.count) })}
          </button>
        )}
      </Row>
      {pages.data === undefined &&
        (pages.error === null ? (
          <LoadingCards />
        ) : (
          <Failure failure={pages.error} onRetry={() => void pages.refetch()} />
        ))}
      {pages.data !== undefined && items.length === 0 && (
        <div className={classes.none}>
          {why}
          <EmptyState
            title={t('events.search.results.noneTitle')}
            text={t(filters.isSure ? 'events.search.results.noneSureText' : 'events.search.results.noneText')}
          >
            {onClear !== undefined && (
              <Button variant="default" onClick={onClear}>
                {t('common.actions.clearFilters')}
              </Button>
            )}
            {filters.isSure && (
              <Button variant="default" onClick={onUnsure}>
                {t('events.search.results.showUnsure')}
              </Button>
            )}
          </EmptyState>
        </div>
      )}
      {items.length > 0 && total && (
        <>
          {why}
          <ResultsGrid
            label={t('events.search.results.label')}
            items={items}
            total={Math.max(total.value, items.length)}
            openId={openId}
            scroller={scroller}
            renderPreview={renderPreview}
            onEndReached={loadMore}
          />
        </>
      )}
      {pages.error !== null && items.length > 0 && (
        <Failure failure={pages.error} onRetry={() => void pages.fetchNextPage()} />
      )}
    </div>
  );
}

/** The search did not answer, or may not be used by this person. */
export function Failure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const { code } = toApiError(failure);
  // The search did answer: asking once more would change nothing.
  if (code === 'search_range_invalid')
    return <EmptyState title={t('events.search.results.rangeTitle')} text={t(`errors.${code}`)} />;
  if (code === 'forbidden')
    return <EmptyState title={t('events.search.noAccessTitle')} text={t('events.search.noAccessText')} />;
  return (
    <ErrorState
      title={t('events.search.results.failed')}
      failure={failure}
      stillWorks={t('events.search.results.stillWorks')}
      onRetry={onRetry}
    />
  );
}
