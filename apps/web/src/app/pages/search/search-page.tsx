import { ActionIcon, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { readFilters } from '../../../features/events/search/event-filters.ts';
import { FilterPanel } from '../../../features/events/search/filter-panel.tsx';
import { MotionFilters } from '../../../features/events/motion/motion-filters.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { MotionTab } from './motion-tab.tsx';
import { ObjectsTab } from './objects-tab.tsx';
import { useSearchAddress } from './use-search-address.ts';
import { useSearchZone } from './use-search-zone.ts';
import classes from './search-page.module.css';

/** Search: what was recognised, by what, where and when; or motion in a region. */
export function SearchPage() {
  const { t } = useTranslation();
  const control = useSearchAddress();
  const filters = readFilters(control.address);
  const timeZone = useSearchZone(filters);
  const [isSheetOpen, sheet] = useDisclosure(false);
  const isMotion = control.address.tab === 'motion';
  const panel = isMotion ? <MotionFilters control={control} timeZone={timeZone} /> : <FilterPanel filters={filters} control={control} timeZone={timeZone} />;
  return (
    <div className={classes.page}>
      <PageHeader title={t('events.search.title')}>
        <SegmentedControl
          aria-label={t('events.search.tabs.label')}
          value={isMotion ? 'motion' : 'objects'}
          data={(['objects', 'motion'] as const).map((tab) => ({ value: tab, label: t(`events.search.tabs.${tab}`) }))}
          onChange={(tab) => control.change({ tab: tab === 'motion' ? 'motion' : undefined, event: undefined, like: undefined, by: undefined })}
        />
        <ActionIcon className={classes.filterButton} aria-label={t('events.search.filters.open')} aria-haspopup="dialog" onClick={sheet.open}>
          <IconAdjustmentsHorizontal size={20} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </PageHeader>
      <div className={classes.body}>
        <section className={classes.filters} aria-label={t('events.search.filters.label')}>
          {panel}
        </section>
        {isMotion ? <MotionTab control={control} /> : <ObjectsTab control={control} filters={filters} timeZone={timeZone} />}
      </div>
      {isSheetOpen && <FilterSheet onClose={sheet.close}>{panel}</FilterSheet>}
    </div>
  );
}
