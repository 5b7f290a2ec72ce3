import { appInfoCalls } from '@sightline/contracts/app-info/app-info.api';
import type { AppInfo } from '@sightline/contracts/app-info/app-info';
import type { AnyRouter } from '@tanstack/react-router';
import { call } from '../../platform/api/client.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { appInfoQuery } from '../../platform/app-info/app-info.ts';
import { logProblem } from '../../platform/log/log.ts';

/** Loads the recorder that an installation named; one that does not load is noted, and nothing else. */
export const loadRecorder = (url: string, page: Pick<Document, 'createElement' | 'head'>): void => {
  const script = page.createElement('script');
  script.async = true;
  script.src = url;
  script.onerror = () => logProblem('The session recorder could not be loaded', url);
  page.head.append(script);
};

/** The pattern of the page that is shown, without ids. */
const routeOf = (router: AnyRouter): string => String(router.state.matches.at(-1)?.fullPath ?? '/');

const countPageViews = (router: AnyRouter): (() => void) =>
  router.subscribe('onResolved', ({ pathChanged }) => {
    if (!pathChanged) return;
    void call(appInfoCalls.trackPageView, { body: { route: routeOf(router) } }).catch((failure: unknown) =>
      logProblem('A page view was not counted', failure),
    );
  });

const begin = ({ isTracking, recorderUrl }: AppInfo, router: AnyRouter): (() => void) => {
  if (recorderUrl !== null) loadRecorder(recorderUrl, document);
  return isTracking ? countPageViews(router) : () => undefined;
};

/** Counts page views and records, where the installation asks for it; by default it does neither. Answers how to stop. */
export const startObserving = (router: AnyRouter): (() => void) => {
  let stop: (() => void) | null = null;
  let isOver = false;
  void queryClient.ensureQueryData(appInfoQuery()).then(
    (info) => {
      if (!isOver) stop = begin(info, router);
    },
    (failure: unknown) => logProblem('The general options could not be read', failure),
  );
  return () => {
    isOver = true;
    stop?.();
  };
};
