import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../ui/layout/stack.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { toApiError } from '../../platform/api/api-error.ts';
import { EdgeLink } from './edge-link.tsx';
import { allEdges } from './edge-queries.ts';
import { shownEdge } from './edge-state-level.ts';
import classes from './notices/edge-notices.module.css';

/** Cores that were paired and are not there now. */
export function SilentEdges() {
  const { t } = useTranslation();
  const edges = useQuery(allEdges());
  if (edges.data === undefined)
    return edges.error === null ? (
      <LoadingRows rows={2} />
    ) : (
      <p className={classes.words}>{t(`errors.${toApiError(edges.error).code}`)}</p>
    );
  const silent = edges.data.items.filter((edge) => ['offline', 'unhealthy', 'revoked'].includes(shownEdge(edge).state));
  if (silent.length === 0) return <p className={classes.words}>{t('edges.silent.none')}</p>;
  return (
    <Stack as="ul" gap={8} className={classes.notices}>
      {silent.map((edge) => (
        <li key={edge.id} className={classes.notice}>
          <EdgeLink edge={edge} />
        </li>
      ))}
    </Stack>
  );
}
