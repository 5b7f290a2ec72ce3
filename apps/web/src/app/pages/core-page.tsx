import type { Edge } from '@sightline/contracts/edges/edge';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { edgeById } from '../../features/edges/edge-queries.ts';
import { locationById } from '../../features/locations/location-queries.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { PageTabs } from '../../ui/tabs/page-tabs.tsx';
import { CoreTab } from './core/core-tab.tsx';
import { tabsOf } from './core/core-tabs.ts';
import { EntityFailure } from '../../ui/pages/entity-failure.tsx';

/** One core: how it is, its machine and network, what it says, its way back after a failure, and its end. */
export function CorePage() {
  const { edgeId } = useParams({ from: '/shell/organization/edge-edit/$edgeId' });
  const edge = useQuery(edgeById(edgeId));
  if (edge.data === undefined)
    return edge.error === null ? (
      <LoadingRows />
    ) : (
      <EntityFailure failure={edge.error} onRetry={() => void edge.refetch()} />
    );
  return <OpenedCore key={edgeId} core={edge.data} />;
}

function OpenedCore({ core }: { core: Edge }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { tab } = useSearch({ from: '/shell/organization/edge-edit/$edgeId' });
  const location = useQuery(locationById(core.locationId));
  const tabs = tabsOf(core);
  const shown = tabs.find((name) => name === tab) ?? 'core';
  const isPaired = core.state === 'online' || core.state === 'offline';
  return (
    <>
      <PageHeader
        title={core.name}
        parents={[{ key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> }]}
        meta={location.data?.name}
      >
        {shown === 'sync' && <Link to="/location/sync">{t('syncOperations.unsynced.show')}</Link>}
        {shown === 'core' && core.can.createCamera && isPaired && (
          <ButtonLink
            to="/cameras/add"
            search={{ core: core.id }}
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
          >
            {t('cameras.add.action')}
          </ButtonLink>
        )}
      </PageHeader>
      <PageTabs
        label={t('syncOperations.tabs.label')}
        value={shown}
        tabs={tabs.map((name) => ({
          value: name,
          label: t(name === 'sync' ? 'syncOperations.tabs.sync' : `edges.tabs.${name}`),
        }))}
        onChange={(next) => void navigate({ to: '.', search: next === 'core' ? {} : { tab: next }, replace: true })}
      />
      <CoreTab tab={shown} core={core} timeZone={core.timeZone} />
    </>
  );
}
