import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ForestNode } from '../../../features/locations/tree/location-forest.ts';
import { useMay } from '../../../platform/session/may.ts';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { HomeSites, sitesShown } from '../home/home-sites.tsx';
import { DeviceArt } from './device-art.tsx';
import { DevicesHeader } from './devices-header.tsx';
import classes from './devices.module.css';

interface NothingYetProps {
  forest: readonly ForestNode[];
  nodes: ReadonlyMap<string, ForestNode>;
}

/** No camera yet: leads to the guide when there is no core either, to adding a camera otherwise. */
export function NothingYet({ forest, nodes }: NothingYetProps) {
  const { t } = useTranslation();
  const hasCore = forest.some(({ coresTotal }) => coresTotal > 0);
  const hasSites = forest.length > 0;
  const mayAddCamera = useMay('CameraCreate');
  return (
    <div className={classes.page}>
      <DevicesHeader />
      <EmptyState title={t('cameras.empty.title')} text={t('cameras.empty.text')} art={<DeviceArt />}>
        {hasCore && mayAddCamera && (
          <ButtonLink to="/cameras/add" leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}>
            {t('cameras.add.action')}
          </ButtonLink>
        )}
        {!hasCore && (
          <ButtonLink to="/start">{t(hasSites ? 'shell.organization.guide' : 'cameras.empty.guide')}</ButtonLink>
        )}
      </EmptyState>
      {hasSites && (
        <div className={classes.sites}>
          <HomeSites nodes={nodes} shown={sitesShown(forest, undefined)} />
        </div>
      )}
    </div>
  );
}
