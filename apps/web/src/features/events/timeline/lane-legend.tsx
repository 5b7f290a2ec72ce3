import type { EventClass } from '@sightline/contracts/events/event';
import { useTranslation } from 'react-i18next';
import { ClassShape } from './class-shape-icon.tsx';
import classes from './lane-legend.module.css';

/** What the shapes above the motion mean, for the legend of a timeline. */
export function LaneLegend({ kinds }: { kinds: readonly EventClass[] }) {
  const { t } = useTranslation();
  return kinds.map((kind) => (
    <span key={kind} className={classes.item}>
      <ClassShape kind={kind} />
      {t(`events.search.class.${kind}`)}
    </span>
  ));
}
