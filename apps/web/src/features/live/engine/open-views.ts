import { liveCalls } from '@sightline/contracts/live/live.api';
import { call } from '../../../platform/api/client.ts';

/** Leases of the views that this page has open. */
const open = new Set<string>();

/** Closes what is open. Without it whoever left would stand among those who watch until their lease is over. */
const leave = (): void => {
  for (const leaseId of open)
    call(liveCalls.close, { params: { leaseId } }, { outlivesPage: true }).catch(() => undefined);
  open.clear();
};

/** A view was opened: it is closed with the page at the latest. */
export const viewOpened = (leaseId: string): void => {
  open.add(leaseId);
  globalThis.addEventListener('pagehide', leave);
};

/** A view is closed by itself. */
export const viewClosed = (leaseId: string): void => void open.delete(leaseId);
