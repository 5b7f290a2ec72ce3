import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { DeviceArt } from './device-art.tsx';
import { DevicesHeader } from './devices-header.tsx';
import { SiteSection } from './site-section.tsx';
import classes from './devices.module.css';

interface NothingYetProps {
  hasSites: boolean;
  sites: readonly Location[];
  edges: readonly Edge[];
}

/** No camera yet: leads to the guide when there is no core either, to adding a camera otherwise. */
export function NothingYet({ hasSites, sites, edges }: NothingYetProps) {
  const { t } = useTranslation();
  const hasCore = edges.some(({ state }) => state === 'online' || state === 'offline');
  return (
    <div className={classes.page}>
      <DevicesHeader canAdd={false} />
      <EmptyState title={t('cameras.empty.title')} text={t('cameras.empty.text')} art={<DeviceArt />}>
        {hasCore ? (
          <ButtonLink to="/cameras/add" leftSection={<IconPlus size={16} stroke={1.6} />}>
            {t('cameras.add.action')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/start">{t(hasSites ? 'shell.organization.guide' : 'cameras.empty.guide')}</ButtonLink>
        )}
      </EmptyState>
      {hasSites && (
        <div className={classes.sites}>
          {sites.map((site) => (
            <SiteSection key={site.id} site={site} edges={edges.filter(({ locationId }) => locationId === site.id)} />
          ))}
        </div>
      )}
    </div>
  );
}
