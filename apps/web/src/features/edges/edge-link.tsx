import type { Edge } from '@sightline/contracts/edges/edge';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StatusGlyph } from '../../ui/status/status-glyph.tsx';
import { edgeLevels, shownEdge } from './edge-state-level.ts';
import classes from './edge-link.module.css';

/** A core as a short link: sign, name, and its state in words unless it is online. */
export function EdgeLink({ edge }: { edge: Edge }) {
  const { t } = useTranslation();
  const { state } = shownEdge(edge);
  const isCalm = state === 'online';
  return (
    <Link to="/edge-edit/$edgeId" params={{ edgeId: edge.id }} className={classes.link}>
      <StatusGlyph level={edgeLevels[state]} {...(isCalm ? { label: t('edges.state.online') } : {})} />
      {edge.name}
      {!isCalm && <span className={classes.state}>{t(`edges.state.${state}`)}</span>}
    </Link>
  );
}
