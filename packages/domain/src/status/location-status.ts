import type { StatusState } from '@sightline/contracts/status/status';

/** Cores and cameras at or below a location: all of them, and how many of them are in these states. */
export interface DeviceCounts {
  total: number;
  online: number;
  offline: number;
  notConnected: number;
}

/**
 * State of a location: that of all its cores and cameras when they agree on online or offline, otherwise unhealthy. Without
 * any, and while none of them was connected yet, it is not connected: nothing there has failed.
 */
export function locationStateOf({ total, online, offline, notConnected }: DeviceCounts): StatusState {
  if (notConnected === total) return 'notConnected';
  if (online === total) return 'online';
  return offline === total ? 'offline' : 'unhealthy';
}
