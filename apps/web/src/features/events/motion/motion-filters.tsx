import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { camerasNamed } from '../place-queries.ts';
import { readFilters } from '../search/filters/event-filters.ts';
import { Section } from '../search/filters/filter-section.tsx';
import { MotionSlider } from '../search/filters/filter-sliders.tsx';
import type { SearchControl } from '../search/search-control.ts';
import { TimeFilter } from '../search/filters/time-filter.tsx';
import { useChosenCameras } from '../search/filters/use-chosen-cameras.ts';
import { firstLevel, levelOf } from './motion-queries.ts';
import filters from '../search/filters/filters.module.css';

const pauseMs = 400;

/** Camera, time and sensitivity of a motion search. */
export function MotionFilters({
  control: { address, change },
  timeZone,
}: {
  control: SearchControl;
  timeZone: string;
}) {
  const { t } = useTranslation();
  const chosen = useChosenCameras(readFilters(address).cameraIds.slice(0, 1))[0];
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed === chosen?.name ? '' : typed, pauseMs);
  const found = useQuery({ ...camerasNamed(asked, undefined), placeholderData: keepPreviousData }).data?.items ?? [];
  const offered = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <div className={filters.panel}>
      <Section title={t('events.search.motion.camera')}>
        <Select
          aria-label={t('events.search.motion.camera')}
          placeholder={t('events.search.motion.chooseCamera')}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          searchable
          allowDeselect={false}
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={(id) => id !== null && change({ camera: id, zone: undefined, cells: undefined })}
          nothingFoundMessage={t('events.search.filters.noCamera')}
          maxDropdownHeight={280}
        />
      </Section>
      <TimeFilter filters={readFilters(address)} timeZone={timeZone} onChange={change} />
      <MotionSlider
        title={t('events.search.motion.level')}
        value={levelOf(address.level)}
        least={1}
        onChange={(level) => change({ level: level === firstLevel ? undefined : String(level) })}
      />
      <p className={filters.note}>{t('events.search.motion.answeredBy')}</p>
    </div>
  );
}
