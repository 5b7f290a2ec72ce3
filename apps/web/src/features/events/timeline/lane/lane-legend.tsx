import type { EventClass } from '@sightline/contracts/events/event';
import { useTranslation } from 'react-i18next';
import { ClassShape } from '../class-shape-icon.tsx';
import { Row } from '../../../../ui/layout/row.tsx';
import classes from './lane-legend.module.css';

/** What the shapes above the motion mean, for the legend of a timeline. */
export function LaneLegend({ kinds }: { kinds: readonly EventClass[] }) {
  const { t } = useTranslation();
  return kinds.map((kind) => (
    <Row as="span" inline align="center" gap={6} key={kind} className={classes.item}>
      <ClassShape kind={kind} />
      {t(`events.search.class.${kind}`)}
    </Row>
  ));
}
