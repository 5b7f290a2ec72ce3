import { Select } from '@mantine/core';
import type { HomeLocation } from '@sightline/contracts/home/home';
import { useTranslation } from 'react-i18next';

interface SiteSelectProps {
  sites: readonly HomeLocation[];
  chosenId: string;
  onChoose: (id: string) => void;
}

/** Choosing the site whose floors are shown, by typing a part of its name. */
export function SiteSelect({ sites, chosenId, onChoose }: SiteSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t('floors.site')}
      data={sites.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosenId}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={t('locations.form.parentUnknown')}
      onChange={(id) => {
        if (id !== null) onChoose(id);
      }}
    />
  );
}
