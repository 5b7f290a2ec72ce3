import { Checkbox, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EventClassIcon } from '../../facts/event-class-icon.tsx';
import { ColourFilter } from './colour-filter.tsx';
import { eventClasses, severities, toggled, type EventFilters } from './event-filters.ts';
import { Section } from './filter-section.tsx';
import { MotionSlider, StaySlider } from './filter-sliders.tsx';
import type { SearchControl } from '../search-control.ts';
import { UniformFilter } from './uniform-filter.tsx';
import { TimeFilter } from './time-filter.tsx';
import { WhereFilter } from './where-filter.tsx';
import classes from './filters.module.css';

interface FilterPanelProps {
  filters: EventFilters;
  control: SearchControl;
  timeZone: string;
}

/** Everything that narrows the results; each change is at once in the address. */
export function FilterPanel({ filters, control: { change }, timeZone }: FilterPanelProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.panel}>
      <TimeFilter filters={filters} timeZone={timeZone} onChange={change} />
      <WhereFilter filters={filters} onChange={change} />
      <Section title={t('events.search.filters.what')}>
        {eventClasses.map((kind) => (
          <Checkbox
            key={kind}
            size="sm"
            checked={filters.classes.includes(kind)}
            label={
              <span className={classes.withIcon}>
                <EventClassIcon kind={kind} />
                {t(`events.search.class.${kind}`)}
              </span>
            }
            onChange={() => change({ class: toggled(filters.classes, kind) })}
          />
        ))}
      </Section>
      <ColourFilter filters={filters} onChange={change} />
      <UniformFilter filters={filters} onChange={change} />
      <StaySlider filters={filters} onChange={change} />
      <Section title={t('events.search.filters.has')}>
        <Checkbox
          size="sm"
          checked={filters.hasPlate}
          label={t('events.search.filters.hasPlate')}
          onChange={() => change({ plates: filters.hasPlate ? undefined : 'true' })}
        />
        <Checkbox
          size="sm"
          checked={filters.hasFace}
          label={t('events.search.filters.hasFace')}
          onChange={() => change({ face: filters.hasFace ? undefined : 'true' })}
        />
        <Checkbox
          size="sm"
          checked={filters.stationary === 'exclude'}
          label={t('events.search.filters.noneAtRest')}
          onChange={() => change({ rest: filters.stationary === 'exclude' ? undefined : 'exclude' })}
        />
        <Checkbox
          size="sm"
          checked={filters.stationary === 'only'}
          label={t('events.search.filters.onlyAtRest')}
          onChange={() => change({ rest: filters.stationary === 'only' ? undefined : 'only' })}
        />
      </Section>
      <Section title={t('events.search.filters.severity')}>
        {severities.map((severity) => (
          <Checkbox
            key={severity}
            size="sm"
            checked={filters.severities.includes(severity)}
            label={t(`events.search.severity.${severity}`)}
            onChange={() => change({ severity: toggled(filters.severities, severity) })}
          />
        ))}
      </Section>
      <MotionSlider
        title={t('events.search.filters.motion')}
        value={filters.minMotion ?? 0}
        least={0}
        onChange={(level) => change({ motion: level === 0 ? undefined : String(level) })}
      />
      <div className={classes.section}>
        <Switch
          size="sm"
          labelPosition="left"
          classNames={{ body: classes.switchBody }}
          checked={filters.isSure}
          label={t('events.search.filters.sure')}
          description={t('events.search.filters.sureHint')}
          onChange={() => change({ sure: filters.isSure ? 'all' : undefined })}
        />
      </div>
    </div>
  );
}
