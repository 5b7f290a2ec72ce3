import type { FootageExport } from '@sightline/contracts/exports/export';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { callKey } from '../../platform/api/client.ts';
import { patchCached, refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';
import { isWorking } from './export-queries.ts';

/** Keeps exports on the screen true: progress is written into what is cached; a change of state is read again. */
export const startLive = (): (() => void) => {
  const lists = callKey(exportsCalls.list);
  return onEvent('exports.progress', ({ exportId, state, progress }) => {
    patchCached<FootageExport>({ lists, one: callKey(exportsCalls.get), id: exportId }, (item) =>
      isWorking(item) ? { ...item, state, progress } : item,
    );
    // Size, fingerprint and address come with the end.
    if (!isWorking({ state }) || state === 'queued') refreshSoon(lists);
  });
};
