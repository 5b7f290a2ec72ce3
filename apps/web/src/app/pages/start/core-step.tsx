import { Button } from '@mantine/core';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateEdgeForm } from '../../../features/edges/create-edge-form.tsx';
import { PairEdge } from '../../../features/edges/pair-edge.tsx';
import { PairProgress } from '../../../features/edges/pair-progress.tsx';
import { callQuery } from '../../../platform/api/client.ts';
import type { StartFacts } from './start-state.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
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
      <Stack gap={16} className={classes.watch}>
        <PairProgress edge={edge} />
        <Row wrap gap={8}>
          <Button onClick={onDone}>{t('common.actions.continue')}</Button>
        </Row>
      </Stack>
    );
  }
  return <PairEdge edge={edge} localWaits={setup.data?.localCoreWaits ?? false} />;
}
