import { useInViewport } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { camerasOfSite } from '../../../features/cameras/camera-queries.ts';
import { EdgeLink } from '../../../features/edges/edge-link.tsx';
import { edgesOfSite } from '../../../features/edges/edge-queries.ts';
import { StarButton } from '../../../features/favourites/star-button.tsx';
import { holdsOthers, totalOf, type ForestNode } from '../../../features/locations/tree/location-forest.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { keptChoices, useKeptChoice } from '../../../platform/state/kept-choices.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Ellipsis } from '../../../ui/layout/ellipsis.tsx';
import { classNames } from '../../../ui/layout/layout-parts.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { ShownLabel } from '../../../ui/status/shown-label.tsx';
import { SiteActions } from '../home/site-actions.tsx';
import { SiteRibbon } from './ribbon/site-ribbon.tsx';
import { HomeTile } from './tile/home-tile.tsx';
import classes from './devices.module.css';

const shown = 10;

const foldedSites = keptChoices('folded-sites');
const openedSites = keptChoices('opened-sites');

/** True once the element has been in view: what nobody has scrolled to is not fetched. */
const useSeen = () => {
  const { ref, inViewport } = useInViewport();
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    if (inViewport) setSeen(true);
  }, [inViewport]);
  return { ref, isSeen: wasSeen || inViewport };
};

interface SiteSectionProps {
  node: ForestNode;
  parent: ForestNode | undefined;
  /** One of several on a phone: a line until somebody opens it. */
  isBrief: boolean;
}

/** One site: its cores, its time, its first cameras. */
export function SiteSection({ node, parent, isBrief }: SiteSectionProps) {
  const { t } = useTranslation();
  const site = node.location;
  const bodyId = useId();
  const { ref, isSeen } = useSeen();
  const [isChosen, toggleFolded] = useKeptChoice(isBrief ? openedSites : foldedSites, site.id);
  const isOpen = isChosen === isBrief;
  const nowUtcMs = useNow(10_000);
  const cameraCount = totalOf(site.cameras);
  // That it has none itself is no lack.
  const isHolder = holdsOthers(node);
  const cameras = useQuery({ ...camerasOfSite(site.id, shown), enabled: isSeen && isOpen && cameraCount > 0 });
  const edges = useQuery({ ...edgesOfSite(site.id), enabled: isSeen && site.cores.total > 0 }).data?.items ?? [];
  return (
    <section className={classes.site} ref={ref} aria-label={site.name} data-brief={isBrief}>
      <Row wrap align="center" gap={12} rowGap={4} className={classes.siteHead}>
        <button
          type="button"
          className={classes.iconButton}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          aria-label={site.name}
          onClick={toggleFolded}
        >
          <IconChevronDown size={16} stroke={1.6} className={classes.chevron} data-open={isOpen} aria-hidden="true" />
        </button>
        <Ellipsis as="h2">
          <bdi>{site.name}</bdi>
        </Ellipsis>
        {parent !== undefined && <bdi className={classes.small}>{parent.location.name}</bdi>}
        {!isHolder && <span className={classes.small}>{t('cameras.home.count', { count: cameraCount })}</span>}
        {site.status !== null && site.status.state !== 'online' && <ShownLabel status={site.status} of="site" />}
        {edges.map((edge) => (
          <EdgeLink key={edge.id} edge={edge} />
        ))}
        <Row as="span" align="center" gap={16} className={classes.siteEnd}>
          {cameraCount > shown && (
            <Link to="/location/list" search={{ site: site.id }} className={classes.showAll}>
              {t('common.actions.showAll', { count: cameraCount })}
            </Link>
          )}
          <bdi dir="ltr" className={classNames(classes.small, classes.siteTime)}>
            {formatTime(nowUtcMs, site.timeZone)}
          </bdi>
          {cameraCount > 0 && <SiteRibbon locationId={site.id} isSeen={isSeen} />}
          {!site.isNameOnly && <StarButton kind="location" entityId={site.id} name={site.name} />}
          <SiteActions node={node} parent={parent} />
        </Row>
      </Row>
      <div id={bodyId} hidden={!isOpen}>
        {cameras.error !== null && <FormFailure failure={cameras.error} />}
        {cameraCount === 0 && !isHolder && <p className={classes.small}>{t('cameras.home.noneHere')}</p>}
        <div className={classes.grid} data-waits={cameraCount > 0 && cameras.data === undefined}>
          {cameras.data?.items.map((camera) => (
            <HomeTile key={camera.id} camera={camera} />
          ))}
        </div>
      </div>
    </section>
  );
}
