import { Button } from '@mantine/core';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateEdgeForm } from '../../../features/edges/create-edge-form.tsx';
import { PairEdge } from '../../../features/edges/pair-edge.tsx';
import { PairProgress } from '../../../features/edges/pair-progress.tsx';
import { callQuery } from '../../../platform/api/client.ts';
import type { StartFacts } from './start-state.ts';
import classes from './start.module.css';

const askMs = 3000;

/** Names the core, pairs it, and waits beside the person until it is online. */
export function CoreStep({ facts, onDone }: { facts: StartFacts; onDone: () => void }) {
  const { t } = useTranslation();
  const setup = useQuery({ ...callQuery(sessionsCalls.setup, {}), staleTime: 0, refetchInterval: askMs });
  const edge = facts.edges.find(({ state }) => state === 'online') ?? facts.edges[0];
  const site = facts.sites[0];
  if (edge === undefined) return site === undefined ? null : <CreateEdgeForm locationId={site.id} />;
  if (edge.state === 'online' || edge.state === 'offline') {
    return (
      <div className={classes.watch}>
        <PairProgress edge={edge} />
        <div className={classes.actions}>
          <Button onClick={onDone}>{t('common.actions.continue')}</Button>
        </div>
      </div>
    );
  }
  return <PairEdge edge={edge} localWaits={setup.data?.localCoreWaits ?? false} />;
}
