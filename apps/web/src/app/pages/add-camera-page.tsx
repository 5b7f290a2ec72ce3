import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { WayChoice } from '../../features/camera-onboarding/way-choice.tsx';
import { allEdges } from '../../features/edges/edge-queries.ts';
import { allLocations } from '../../features/locations/location-queries.ts';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { ChosenWay } from './add-camera/chosen-way.tsx';
import { EntityFailure } from '../../ui/pages/entity-failure.tsx';

/** Links to the ways, which keep the core. */
const linkWith =
  (core: string | undefined): ComponentProps<typeof WayChoice>['link'] =>
  (way, className, content) => (
    <Link key={way} to="/cameras/add" search={{ core, way }} className={className}>
      {content}
    </Link>
  );

/** Adding cameras, in one of four ways. */
export function AddCameraPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/shell/organization/cameras/add' });
  const navigate = useNavigate();
  const edges = useQuery(allEdges());
  const locations = useQuery(allLocations());
  const failure = edges.error ?? locations.error;
  const usable = edges.data?.items.filter(
    ({ state, can }) => can.createCamera && (state === 'online' || state === 'offline'),
  );
  const parents = [{ key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> }];
  const { core, way } = search;
  return (
    <>
      <PageHeader title={t('cameras.add.action')} parents={parents}>
        {way !== undefined && (
          <ButtonLink to="/cameras/add" search={{ core }} variant="default">
            {t('cameraOnboarding.ways.another')}
          </ButtonLink>
        )}
      </PageHeader>
      {failure !== null && (
        <EntityFailure failure={failure} onRetry={() => void Promise.all([edges.refetch(), locations.refetch()])} />
      )}
      {failure === null && (usable === undefined || locations.data === undefined) && <LoadingRows rows={4} />}
      {usable?.length === 0 && (
        <EmptyState title={t('cameras.add.noCoreTitle')} text={t('cameras.add.noCoreText')}>
          <ButtonLink to="/start">{t('cameras.empty.guide')}</ButtonLink>
        </EmptyState>
      )}
      {usable !== undefined && usable.length > 0 && way === undefined && <WayChoice link={linkWith(core)} />}
      {usable !== undefined && usable.length > 0 && way !== undefined && locations.data !== undefined && (
        <ChosenWay
          way={way}
          edges={usable}
          locations={locations.data.items}
          search={search}
          onSearch={(change) => void navigate({ to: '/cameras/add', search: { ...search, ...change }, replace: true })}
        />
      )}
    </>
  );
}
