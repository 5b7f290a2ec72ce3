import { SegmentedControl } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import facts from '../../facts/facts.module.css';
import { colourNames } from '@sightline/contracts/events/colour-names';
import { colourParts, toggled, type EventFilters } from './event-filters.ts';
import { Section } from './filter-section.tsx';
import type { SearchControl } from '../search-control.ts';
import classes from './filters.module.css';

interface ColourFilterProps {
  filters: Pick<EventFilters, 'colours' | 'part'>;
  onChange: SearchControl['change'];
}

/** Colours by swatch and name, and where they were seen. Any of the chosen colours counts. */
export function ColourFilter({ filters, onChange }: ColourFilterProps) {
  const { t } = useTranslation();
  const named = filters.colours.map((colour) => t(`events.search.colour.${colour}`)).join(', ');
  return (
    <Section title={t('events.search.filters.colour')} aside={named === '' ? undefined : named}>
      <div className={classes.swatches}>
        {colourNames.map((colour) => {
          const isChosen = filters.colours.includes(colour);
          return (
            <button
              key={colour}
              type="button"
              className={classes.swatch}
              data-colour={colour}
              aria-pressed={isChosen}
              title={t(`events.search.colour.${colour}`)}
              aria-label={t(`events.search.colour.${colour}`)}
              onClick={() => onChange({ colour: toggled(filters.colours, colour) })}
            >
              <span className={facts.swatch} data-colour={colour} />
              {isChosen && <IconCheck className={classes.check} size={16} stroke={2} aria-hidden="true" />}
            </button>
          );
        })}
      </div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('events.search.filters.part')}
        value={filters.part ?? 'any'}
        disabled={filters.colours.length === 0}
        data={[
          { value: 'any', label: t('events.search.part.any') },
          ...colourParts.map((part) => ({ value: part, label: t(`events.search.part.${part}`) })),
        ]}
        onChange={(value) => onChange({ part: value === 'any' ? undefined : value })}
      />
    </Section>
  );
}
