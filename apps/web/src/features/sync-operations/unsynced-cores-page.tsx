import type { EdgeState } from '@sightline/contracts/edges/edge';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationSync } from './sync-queries.ts';
import { UnsyncedEdges } from './unsynced-edges.tsx';
import { ChoiceFilter } from '../../ui/filters/choice-filter.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';

const states = ['online', 'offline', 'unclaimed', 'revoked'] as const satisfies readonly EdgeState[];

/** Cores of the organization that are not in sync. */
export function UnsyncedCoresPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [state, setState] = useState<EdgeState | undefined>(undefined);
  const sync = useQuery(organizationSync()).data;
  return (
    <>
      <PageHeader
        title={t('syncOperations.unsynced.title')}
        parents={[{ key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> }]}
      />
      <Toolbar end={sync && t('syncOperations.unsynced.total', { inSync: sync.inSync, edges: sync.edges })}>
        <SearchField label={t('syncOperations.unsynced.search')} value={search} onChange={setSearch} />
        <ChoiceFilter
          label={t('syncOperations.unsynced.link')}
          value={state}
          options={states.map((value) => ({ value, label: t(`edges.label.${value}`) }))}
          onChange={setState}
        />
      </Toolbar>
      <UnsyncedEdges filters={{ search: search === '' ? undefined : search, state }} />
    </>
  );
}
