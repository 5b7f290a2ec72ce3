import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { flatNodes, holdsOthers, type ForestNode } from '../../../features/locations/tree/location-forest.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { SiteSection } from '../devices/site-section.tsx';
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './home.module.css';

const atOnce = 10;

interface HomeSitesProps {
  /** Every site by id. */
  nodes: ReadonlyMap<string, ForestNode>;
  /** Sites that are shown, from the top down. */
  shown: readonly ForestNode[];
}

/** Sections of sites, some of them at first: a thousand at once would be of no use to anybody. */
export function HomeSites({ nodes, shown }: HomeSitesProps) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(atOnce);
  const isPhone = useIsPhone();
  const parentOf = ({ location }: ForestNode): ForestNode | undefined =>
    location.parentId === null ? undefined : nodes.get(location.parentId);
  return (
    <>
      {shown.slice(0, limit).map((node) => (
        <SiteSection key={node.location.id} node={node} parent={parentOf(node)} isBrief={isPhone && shown.length > 1} />
      ))}
      {shown.length > limit && (
        <div className={classes.more}>
          <Button variant="default" onClick={() => setLimit(limit + atOnce)}>
            {t('locations.home.more', { shown: formatCount(limit), total: formatCount(shown.length) })}
          </Button>
        </div>
      )}
    </>
  );
}

/** The sites above the chosen one, as a way back. */
export function SitePath({ nodes, chosen }: { nodes: ReadonlyMap<string, ForestNode>; chosen: ForestNode }) {
  const { t } = useTranslation();
  const above = chosen.path.slice(0, -1).flatMap((id) => nodes.get(id) ?? []);
  return (
    <Row as="nav" wrap align="center" gap={4} className={classes.path} aria-label={t('locations.home.path')}>
      <Link to="/location/home" search={{}}>
        {t('locations.tree.all')}
      </Link>
      {above.map(({ location }) => (
        <Fragment key={location.id}>
          <span aria-hidden="true">/</span>
          <Link to="/location/home" search={{ site: location.id }}>
            {location.name}
          </Link>
        </Fragment>
      ))}
    </Row>
  );
}

/** Which sites are shown: the chosen one with what is below it, or all of them. One that only holds others stands in the tree alone. */
export const sitesShown = (forest: readonly ForestNode[], chosen: ForestNode | undefined): ForestNode[] =>
  flatNodes(chosen === undefined ? forest : [chosen]).filter((node) => node === chosen || !holdsOthers(node));
