import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { useEffect } from 'react';
import { lookUpLocalEdges } from '../../features/edges/local-lookup.ts';
import { call } from '../../platform/api/client.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { whenCalm } from '../../platform/api/when-calm.ts';
import { connectionStore } from '../../platform/realtime/connection-store.ts';
import { currentSession } from '../../platform/session/session-store.ts';
import { logFact, logProblem } from '../../platform/log/log.ts';

/** As many as one lookup takes. */
const edgesAtOnce = 200;

const lookUp = (): void => {
  const organization = currentSession()?.organization;
  if (organization == null) return;
  const parts = {
    edgeIds: async () => (await call(edgesCalls.list, { query: { limit: edgesAtOnce } })).items.map(({ id }) => id),
    lookUp: (body: { edgeIds: string[]; localLiveStream: boolean }) => call(edgesCalls.localNetwork, { body }),
  };
  lookUpLocalEdges(parts, organization.localLiveStream).catch((failure: unknown) =>
    logProblem('Which cores are local could not be found out', failure),
  );
};

/** Follows the network: its loss is logged, at its return cores may be local that were not, or the other way round. */
export const useReturn = (): void => {
  useEffect(() => {
    const lost = (): void => logFact('The browser is offline');
    window.addEventListener('offline', lost);
    let isFirst = true;
    // What is on the screen is read again by the realtime client, which knows what it missed.
    const stop = connectionStore.subscribe(({ state }, before) => {
      if (state !== 'online' || before.state === 'online') return;
      // At first no core is known as local yet, and the page that is being opened comes before the question.
      if (isFirst) whenCalm(queryClient, lookUp);
      else lookUp();
      isFirst = false;
    });
    return () => {
      window.removeEventListener('offline', lost);
      stop();
    };
  }, []);
};
