import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../../../../platform/i18n/format-number.ts';
import type { SearchControl } from '../search-control.ts';
import type { EventFilters } from './event-filters.ts';
import { Section } from './filter-section.tsx';
import { useUniforms } from './use-uniforms.ts';
import classes from './filters.module.css';

interface UniformFilterProps {
  filters: Pick<EventFilters, 'uniformIds'>;
  onChange: SearchControl['change'];
}

/** Who wears a uniform of the directory. What was not looked through yet is said: there may be more of it. */
export function UniformFilter({ filters: { uniformIds }, onChange }: UniformFilterProps) {
  const { t } = useTranslation();
  const uniforms = useUniforms();
  if (uniforms.length === 0) return null;
  const looked = Math.min(
    1,
    ...uniforms.filter(({ id }) => uniformIds.includes(id)).map(({ lookedThrough }) => lookedThrough),
  );
  return (
    <Section title={t('events.search.filters.uniform')}>
      <MultiSelect
        aria-label={t('events.search.filters.uniform')}
        placeholder={uniformIds.length === 0 ? t('events.search.filters.anyClothes') : ''}
        data={uniforms.map(({ id, name }) => ({ value: id, label: name }))}
        value={uniformIds}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('events.search.filters.noUniform')}
        maxDropdownHeight={280}
        onChange={(ids) => onChange({ uniform: ids.length === 0 ? undefined : ids.join(',') })}
      />
      {looked < 1 && (
        <p className={classes.aside}>{t('events.search.filters.uniformLooking', { share: formatShare(looked) })}</p>
      )}
    </Section>
  );
}
