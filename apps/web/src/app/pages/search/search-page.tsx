import { ActionIcon, SegmentedControl } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { readFilters } from '../../../features/events/search/filters/event-filters.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { ObjectsTab } from './objects-tab.tsx';
import { useSearchAddress } from './use-search-address.ts';
import { useSearchZone } from './use-search-zone.ts';
import classes from './search-page.module.css';

// Results come first; what narrows them follows at once, and on phones only when it is opened.
const FilterSheet = lazy(async () => ({ default: (await import('../../../ui/filters/filter-sheet.tsx')).FilterSheet }));
const FilterPanel = lazy(async () => ({
  default: (await import('../../../features/events/search/filters/filter-panel.tsx')).FilterPanel,
}));
const MotionFilters = lazy(async () => ({
  default: (await import('../../../features/events/motion/motion-filters.tsx')).MotionFilters,
}));
const MotionTab = lazy(async () => ({ default: (await import('./motion-tab.tsx')).MotionTab }));

/** Search: what was recognised, by what, where and when; or motion in a region. */
export function SearchPage() {
  const { t } = useTranslation();
  const control = useSearchAddress();
  const filters = readFilters(control.address);
  const timeZone = useSearchZone(filters);
  const [isSheetOpen, sheet] = useDisclosure(false);
  const hasPanel = useMediaQuery('(min-width: 56.01em)', undefined, { getInitialValueInEffect: false });
  const isMotion = control.address.tab === 'motion';
  const panel = (
    <Suspense>
      {isMotion ? (
        <MotionFilters control={control} timeZone={timeZone} />
      ) : (
        <FilterPanel filters={filters} control={control} timeZone={timeZone} />
      )}
    </Suspense>
  );
  return (
    <div className={classes.page}>
      <PageHeader title={t('events.search.title')}>
        <SegmentedControl
          aria-label={t('events.search.tabs.label')}
          value={isMotion ? 'motion' : 'objects'}
          data={(['objects', 'motion'] as const).map((tab) => ({ value: tab, label: t(`events.search.tabs.${tab}`) }))}
          onChange={(tab) =>
            control.change({
              tab: tab === 'motion' ? 'motion' : undefined,
              event: undefined,
              like: undefined,
              by: undefined,
            })
          }
        />
        {!hasPanel && (
          <ActionIcon aria-label={t('common.filters.open')} aria-haspopup="dialog" onClick={sheet.open}>
            <IconAdjustmentsHorizontal size={20} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        )}
      </PageHeader>
      <div className={classes.body}>
        {hasPanel && (
          <section className={classes.filters} aria-label={t('common.filters.label')}>
            {panel}
          </section>
        )}
        <Suspense fallback={<div className={classes.results} />}>
          {isMotion ? (
            <MotionTab control={control} />
          ) : (
            <ObjectsTab control={control} filters={filters} timeZone={timeZone} />
          )}
        </Suspense>
      </div>
      {isSheetOpen && !hasPanel && (
        <Suspense>
          <FilterSheet onClose={sheet.close}>{panel}</FilterSheet>
        </Suspense>
      )}
    </div>
  );
}
