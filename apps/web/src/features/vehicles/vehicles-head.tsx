import { Button } from '@mantine/core';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { PageTabs } from '../../ui/tabs/page-tabs.tsx';
import { savedCount, unsavedCount } from './vehicle-queries.ts';
import type { VehiclesSearch } from './vehicles-search.ts';

/** Where the page is, and how it goes elsewhere. */
export interface VehiclesPlace {
  here: VehiclesSearch;
  go: (part: VehiclesSearch) => void;
}

/** Both ways of adding vehicles. */
export function AddButtons({ go }: Pick<VehiclesPlace, 'go'>) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileUpload size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => go({ addVehiclesFromCsv: 'true' })}
      >
        {t('vehicles.file.open')}
      </Button>
      <Button
        leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => go({ addVehicles: 'true' })}
      >
        {t('vehicles.create.open')}
      </Button>
    </>
  );
}

/** Head of the page, and its tabs with how much there is in each. */
export function VehiclesHead({ here, go, hasActions }: VehiclesPlace & { hasActions: boolean }) {
  const { t } = useTranslation();
  const saved = useQuery(savedCount()).data?.total;
  const unsaved = useQuery(unsavedCount()).data?.total;
  return (
    <>
      <PageHeader
        title={t('vehicles.list.title')}
        parents={[{ key: 'database', link: <span>{t('shell.database.title')}</span> }]}
      >
        {hasActions && <AddButtons go={go} />}
      </PageHeader>
      <PageTabs
        label={t('vehicles.unsaved.tabs')}
        value={here.tab ?? 'existing'}
        tabs={[
          { value: 'existing', label: t('vehicles.unsaved.existing'), count: saved },
          { value: 'unsaved', label: t('vehicles.unsaved.title'), count: unsaved },
        ]}
        onChange={(tab) => go({ tab: tab === 'unsaved' ? tab : undefined, search: undefined })}
      />
    </>
  );
}
