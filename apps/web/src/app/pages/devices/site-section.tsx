import { Menu } from '@mantine/core';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { IconChevronDown, IconDotsVertical, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraThumbnail } from '../../../features/cameras/camera-thumbnail.tsx';
import { camerasOfSite } from '../../../features/cameras/camera-queries.ts';
import { EdgeLink } from '../../../features/edges/edge-link.tsx';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { keptChoices, useKeptChoice } from '../../../platform/state/kept-choices.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { CameraRibbon } from './camera-ribbon.tsx';
import classes from './devices.module.css';

const shown = 10;

const foldedSites = keptChoices('folded-sites');

function SiteMenu({ site }: { site: Location }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.iconButton} aria-label={t('locations.home.menu', { name: site.name })}>
          <IconDotsVertical size={20} stroke={1.5} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} stroke={1.6} />}
          onClick={() => void navigate({ to: '/edit-location/$locationId', params: { locationId: site.id } })}
        >
          {t('locations.home.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => void navigate({ to: '/cameras/add', search: {} })}>
          {t('cameras.add.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** One site: its cores, its time, its first cameras. */
export function SiteSection({ site, edges }: { site: Location; edges: readonly Edge[] }) {
  const { t } = useTranslation();
  const bodyId = useId();
  const [isFolded, toggleFolded] = useKeptChoice(foldedSites, site.id);
  const isOpen = !isFolded;
  const nowUtcMs = useNow(10_000);
  const cameras = useQuery(camerasOfSite(site.id, shown));
  return (
    <section className={classes.site}>
      <div className={classes.siteHead}>
        <button type="button" className={classes.iconButton} aria-expanded={isOpen} aria-controls={bodyId} aria-label={site.name} onClick={toggleFolded}>
          <IconChevronDown size={16} stroke={1.6} className={classes.chevron} data-open={isOpen} aria-hidden="true" />
        </button>
        <h2 className={classes.siteName}>{site.name}</h2>
        <span className={classes.small}>{t('cameras.home.count', { count: site.cameraCount })}</span>
        {edges.map((edge) => (
          <EdgeLink key={edge.id} edge={edge} />
        ))}
        <span className={classes.siteEnd}>
          {site.cameraCount > shown && (
            <Link to="/location/list" search={{ site: site.id }} className={classes.showAll}>
              {t('common.actions.showAll', { count: site.cameraCount })}
            </Link>
          )}
          <bdi dir="ltr" className={classes.small}>
            {formatTime(nowUtcMs, site.timeZone)}
          </bdi>
          <SiteMenu site={site} />
        </span>
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {cameras.error !== null && <FormFailure failure={cameras.error} />}
        {cameras.data?.items.length === 0 && <p className={classes.small}>{t('cameras.home.noneHere')}</p>}
        <div className={classes.grid}>
          {cameras.data?.items.map((camera) => (
            <CameraThumbnail key={camera.id} camera={camera} ribbon={<CameraRibbon camera={camera} />} />
          ))}
        </div>
      </div>
    </section>
  );
}
